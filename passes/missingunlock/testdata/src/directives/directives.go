// Package directives holds reports that the source accepts, or tries to.
package directives

import "sync"

type store struct {
	mu sync.Mutex
	n  int
}

func (s *store) above(n int) bool {
	s.mu.Lock()
	if n < 0 {
		//lint:ignore missingunlock a store that saw a negative number is not used again
		return false
	}
	s.n += n
	s.mu.Unlock()
	return true
}

func (s *store) beside(n int) bool {
	s.mu.Lock()
	if n < 0 {
		return false //lint:ignore missingunlock a store that saw a negative number is not used again
	}
	s.n += n
	s.mu.Unlock()
	return true
}

// The directive is for another analyzer.
func (s *store) other(n int) bool {
	s.mu.Lock()
	if n < 0 {
		//lint:ignore badunlock a store that saw a negative number is not used again
		return false // want `^store.mu is not unlocked on this path: locked at directives.go:34$`
	}
	s.n += n
	s.mu.Unlock()
	return true
}

// The directive must stand at the report, not at the lock.
func (s *store) elsewhere(n int) bool {
	//lint:ignore missingunlock a store that saw a negative number is not used again
	s.mu.Lock()
	if n < 0 {
		return false // want `^store.mu is not unlocked on this path: locked at directives.go:47$`
	}
	s.n += n
	s.mu.Unlock()
	return true
}
