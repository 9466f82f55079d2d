// Package faulty holds faults that must be found: a function that holds a lock
// calls one that takes it.
package faulty

import "sync"

// An exported method, made for callers without the lock, is called with it.

type roster struct {
	mu      sync.Mutex
	members map[string]bool
	rooms   map[string][]string
}

func (r *roster) Drop(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.members, name)
}

func (r *roster) Close(room string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, name := range r.rooms[room] {
		r.Drop(name) // want `roster.mu is locked by a goroutine that holds it, a deadlock: locked at helpers.go:16 \(called from helpers.go:25\) while it is held since helpers.go:22`
	}
	delete(r.rooms, room)
}

// The lock is taken four calls further down.

type shelf struct {
	mu    sync.Mutex
	books []string
	gauge int
}

func (s *shelf) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.books)
}

func (s *shelf) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.discard(0) // want `shelf.mu is locked by a goroutine that holds it, a deadlock: locked at helpers.go:39 \(called from helpers.go:47, helpers.go:52, helpers.go:55, helpers.go:56\) while it is held since helpers.go:45`
}

func (s *shelf) discard(from int) {
	s.books = s.books[:from]
	s.changed()
}

func (s *shelf) changed() { s.measure() }
func (s *shelf) measure() { s.gauge = s.Len() }

// By its name growLocked runs with the lock held; it takes it none the less.

type arena struct {
	mu   sync.Mutex
	free int
}

func (a *arena) alloc(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.free < n {
		a.growLocked(n) // want `arena.mu is locked by a goroutine that holds it, a deadlock: locked at helpers.go:75 \(called from helpers.go:69\) while it is held since helpers.go:66`
	}
	a.free -= n
}

func (a *arena) growLocked(n int) {
	a.mu.Lock()
	a.free += n
	a.mu.Unlock()
}

// Only one of the two ways to the call gives the lock back.

type meter struct {
	mu    sync.Mutex
	count int
	limit int
}

func (m *meter) hit() {
	m.mu.Lock()
	m.count++
	if m.count < m.limit {
		m.mu.Unlock()
	}
	m.reset() // want `meter.mu is locked by a goroutine that holds it, a deadlock: locked at helpers.go:98 \(called from helpers.go:94\) while it is held since helpers.go:89`
}

func (m *meter) reset() {
	m.mu.Lock()
	m.count = 0
	m.mu.Unlock()
}

// The unlock was forgotten between two sections of one function.

type ballot struct {
	mu    sync.Mutex
	votes map[string]int
	done  bool
}

func (b *ballot) close() int {
	b.mu.Lock()
	b.done = true
	yes := b.votes["yes"]
	b.mu.Lock() // want `ballot.mu is locked by a goroutine that holds it, a deadlock: locked at helpers.go:115 while it is held since helpers.go:112`
	b.votes = nil
	b.mu.Unlock()
	return yes
}

// A slip of the hand: Lock is deferred instead of Unlock.

type bucket struct {
	mu     sync.Mutex
	tokens int
}

func (b *bucket) take() bool {
	b.mu.Lock()
	defer b.mu.Lock() // want `bucket.mu is locked by a goroutine that holds it, a deadlock: locked at helpers.go:130 while it is held since helpers.go:129`
	if b.tokens == 0 {
		return false
	}
	b.tokens--
	return true
}

// Deferred calls run last in, first out: notify runs before the unlock.

type feed struct {
	mu   sync.Mutex
	subs []chan int
}

func (f *feed) publish() {
	f.mu.Lock()
	defer f.mu.Unlock()
	defer f.notify() // want `feed.mu is locked by a goroutine that holds it, a deadlock: locked at helpers.go:153 \(called from helpers.go:148\) while it is held since helpers.go:146`
	f.subs = append(f.subs, make(chan int, 1))
}

func (f *feed) notify() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.subs {
		close(c)
	}
	f.subs = nil
}

// The lock is a package variable.

var (
	kindsMu sync.Mutex
	kinds   = map[string]int{}
)

func kindOf(name string) int {
	kindsMu.Lock()
	defer kindsMu.Unlock()
	return kinds[name]
}

func declare(name, like string) {
	kindsMu.Lock()
	defer kindsMu.Unlock()
	kinds[name] = kindOf(like) // want `kindsMu is locked by a goroutine that holds it, a deadlock: locked at helpers.go:169 \(called from helpers.go:177\) while it is held since helpers.go:175`
}

// The helper drops the lock of the caller only after it has called.

type spool struct {
	mu   sync.Mutex
	jobs []string
}

func (s *spool) run() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.jobs) > 0 {
		s.oneLocked() // want `spool.mu is locked by a goroutine that holds it, a deadlock: locked at helpers.go:203 \(called from helpers.go:191, helpers.go:196\) while it is held since helpers.go:188`
	}
}

func (s *spool) oneLocked() {
	job := s.next()
	s.mu.Unlock()
	print(job)
	s.mu.Lock()
}

func (s *spool) next() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	job := s.jobs[0]
	s.jobs = s.jobs[1:]
	return job
}
