// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: locks behind embedding, wrappers, type parameters
// and interfaces.
package correct

import "sync"

// The outer struct and the embedded one have a mutex each.

type base struct {
	sync.Mutex
	name string
}

func (b *base) rename(name string) {
	b.Lock()
	b.name = name
	b.Unlock()
}

type index struct {
	base
	mu     sync.Mutex
	blocks map[int]string
}

func (x *index) reload(name string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	clear(x.blocks)
	x.rename(name)
}

type outer struct {
	sync.Mutex
	in base
}

func (o *outer) set(name string) {
	o.Lock()
	defer o.Unlock()
	o.in.rename(name)
}

// A wrapper's methods are named like those of the lock that it takes.

type tracked struct {
	mu    sync.Mutex
	owner string
}

func (t *tracked) Lock()   { t.mu.Lock(); t.owner = "me" }
func (t *tracked) Unlock() { t.owner = ""; t.mu.Unlock() }

type queue struct {
	front, back tracked
	items       []int
}

func (q *queue) push(v int) {
	q.back.Lock()
	defer q.back.Unlock()
	q.items = append(q.items, v)
	q.fix()
}

func (q *queue) fix() {
	q.front.Lock()
	defer q.front.Unlock()
	q.items = q.items[:len(q.items):len(q.items)]
}

// Two objects of one generic type.

type set[T comparable] struct {
	mu sync.Mutex
	m  map[T]bool
}

func (s *set[T]) Has(v T) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.m[v]
}

func without[T comparable](s, other *set[T]) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for v := range s.m {
		if !other.Has(v) {
			n++
		}
	}
	return n
}

// AddAll takes the lock once for each element.

func (s *set[T]) Add(v T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m[v] = true
}

func (s *set[T]) AddAll(vs ...T) {
	for _, v := range vs {
		s.Add(v)
	}
}

// A locker that may do nothing.

type noLock struct{}

func (noLock) Lock()   {}
func (noLock) Unlock() {}

func (noLock) again() {
	var l noLock
	l.Lock()
	l.Lock()
	l.Unlock()
	l.Unlock()
}

// Lock returns an error: it is no lock, and refuses the second time.

type fileLock struct{ held bool }

func (f *fileLock) Lock() error { f.held = true; return nil }
func (f *fileLock) Unlock()     { f.held = false }

func twice(f *fileLock) error {
	if err := f.Lock(); err != nil {
		return err
	}
	defer f.Unlock()
	return f.Lock()
}

// A lock that its owner may take again.

type reentrant struct {
	mu    sync.Mutex
	owner int
	depth int
}

func (r *reentrant) enter(id int) {
	if r.depth > 0 && r.owner == id {
		r.depth++
		return
	}
	r.mu.Lock()
	r.owner, r.depth = id, 1
}

func (r *reentrant) leave() {
	r.depth--
	if r.depth == 0 {
		r.mu.Unlock()
	}
}

func (r *reentrant) visit(id int, f func(int)) {
	r.enter(id)
	defer r.leave()
	r.enter(id)
	defer r.leave()
	f(id)
}

// Two locks behind one interface.

type pipe struct{ r, w sync.Locker }

func newPipe() *pipe { return &pipe{new(sync.Mutex), new(sync.Mutex)} }

func (p *pipe) close() {
	p.r.Lock()
	defer p.r.Unlock()
	p.w.Lock()
	defer p.w.Unlock()
}
