package correct

import "sync"

// A predicate for assertions: its attempt has to fail.

func held(mu *sync.Mutex) bool {
	if mu.TryLock() {
		mu.Unlock()
		return false
	}
	return true
}

type steps struct {
	mu sync.Mutex
	n  int
}

func (s *steps) inc() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !held(&s.mu) {
		panic("steps: mutex not held")
	}
	s.n++
}

// The same by a method, and for a reader's or writer's lock.

type pages struct {
	mu sync.RWMutex
	m  map[int]string
}

func (p *pages) isLocked() bool {
	if p.mu.TryLock() {
		p.mu.Unlock()
		return false
	}
	return true
}

func (p *pages) mustBeLocked() {
	if !p.isLocked() {
		panic("pages: not locked")
	}
}

func (p *pages) setLocked(i int, s string) {
	p.mustBeLocked()
	p.m[i] = s
}

func (p *pages) set(i int, s string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.setLocked(i, s)
}

func (s *steps) begin() { s.mu.Lock() }
func (s *steps) end()   { s.mu.Unlock() }
