// Package refused has directives that accept nothing.
package refused

import "sync"

type single struct {
	mu sync.Mutex
	n  int
}

func (s *single) mark() {
	//lint:ignore trylockuse
	s.mu.TryLock() // want `the result is ignored that says whether single.mu is locked`
	s.n++
}

func (s *single) other() {
	//lint:ignore missingunlock the name of another analyzer
	s.mu.TryLock() // want `the result is ignored that says whether single.mu is locked`
	s.n++
}
