// Package directives holds reports that the source accepts, or tries to.
package directives

import "sync"

type store struct {
	mu sync.Mutex
	n  int
}

func (s *store) above() {
	s.mu.Lock()
	s.mu.Unlock()
	//lint:ignore badunlock shows what the run time says
	s.mu.Unlock()
}

func (s *store) beside() {
	s.mu.Lock()
	s.mu.Unlock()
	s.mu.Unlock() //lint:ignore badunlock shows what the run time says
}

// The directive is for another analyzer.
func (s *store) other() {
	s.mu.Lock()
	s.mu.Unlock()
	//lint:ignore missingunlock shows what the run time says
	s.mu.Unlock() // want `^store.mu is unlocked twice: it was unlocked at directives.go:27 and is not held$`
}

// The directive must stand at the unlock that is reported.
func (s *store) deferred() {
	s.mu.Lock()
	//lint:ignore badunlock shows what the run time says
	defer s.mu.Unlock()
	s.mu.Unlock() // want `^store.mu is unlocked twice: here and again by the deferred call at directives.go:36$`
}
