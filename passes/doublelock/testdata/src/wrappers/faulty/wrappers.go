// Package faulty holds faults that must be found: locks behind embedding,
// wrappers, type parameters and interfaces.
package faulty

import "sync"

// An embedded mutex.

type index struct {
	sync.Mutex
	blocks map[int]string
}

func (x *index) reload(ids []int) {
	x.Lock()
	defer x.Unlock()
	for _, id := range ids {
		x.set(id, "") // want `index.Mutex is locked by a goroutine that holds it, a deadlock: locked at wrappers.go:23 \(called from wrappers.go:18\) while it is held since wrappers.go:15`
	}
}

func (x *index) set(id int, b string) {
	x.Lock()
	x.blocks[id] = b
	x.Unlock()
}

// An own lock type around the mutex.

type guard struct{ m sync.RWMutex }

func (g *guard) Lock()    { g.m.Lock() }
func (g *guard) Unlock()  { g.m.Unlock() }
func (g *guard) RLock()   { g.m.RLock() }
func (g *guard) RUnlock() { g.m.RUnlock() }

type routes struct {
	guard guard
	next  map[string]string
}

func (r *routes) via(dst string) string {
	r.guard.RLock()
	defer r.guard.RUnlock()
	return r.next[dst]
}

func (r *routes) alias(dst, as string) {
	r.guard.Lock()
	defer r.guard.Unlock()
	r.next[as] = r.via(dst) // want `routes.guard.m is read-locked by a goroutine that holds it, a deadlock: read-locked at wrappers.go:34 \(called from wrappers.go:51, wrappers.go:43\) while it is held since wrappers.go:32 \(called from wrappers.go:49\)`
}

// A generic container.

type set[T comparable] struct {
	mu sync.Mutex
	m  map[T]bool
}

func (s *set[T]) Add(v T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m[v] = true
}

func (s *set[T]) AddAll(vs ...T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range vs {
		s.Add(v) // want `set.mu is locked by a goroutine that holds it, a deadlock: locked at wrappers.go:62 \(called from wrappers.go:71\) while it is held since wrappers.go:68`
	}
}

// A generic holder of a value runs a function under its lock.

type protected[T any] struct {
	mu  sync.Mutex
	val T
}

func (p *protected[T]) with(f func(*T)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f(&p.val)
}

type board struct{ scores protected[map[string]int] }

func (b *board) score(name string) (n int) {
	b.scores.with(func(m *map[string]int) { n = (*m)[name] })
	return n
}

func (b *board) double(name string) {
	b.scores.with(func(m *map[string]int) {
		(*m)[name] = 2 * b.score(name) // want `board.scores.mu is locked by a goroutine that holds it, a deadlock: locked at wrappers.go:83 \(called from wrappers.go:85, wrappers.go:97, wrappers.go:91\) while it is held since wrappers.go:83`
	})
}

// The lock is a sync.Locker.

type stream struct {
	l   sync.Locker
	buf []byte
}

func newStream() *stream { return &stream{l: new(sync.Mutex)} }

func (s *stream) write(p []byte) {
	s.l.Lock()
	defer s.l.Unlock()
	s.buf = append(s.buf, p...)
	s.flush() // want `stream.l is locked by a goroutine that holds it, a deadlock: locked at wrappers.go:118 \(called from wrappers.go:114\) while it is held since wrappers.go:111`
}

func (s *stream) flush() {
	s.l.Lock()
	s.buf = s.buf[:0]
	s.l.Unlock()
}

// An anonymous struct groups the fields that the lock guards.

type server struct {
	stats struct {
		sync.Mutex
		hits int
	}
}

func (s *server) hit() {
	s.stats.Lock()
	s.stats.hits++
	s.stats.Unlock()
}

func (s *server) serve() {
	s.stats.Lock()
	defer s.stats.Unlock()
	s.hit() // want `server.stats.Mutex is locked by a goroutine that holds it, a deadlock: locked at wrappers.go:133 \(called from wrappers.go:141\) while it is held since wrappers.go:139`
}
