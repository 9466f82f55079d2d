// Package accepted accepts what is reported.
package accepted

import "sync"

type single struct {
	mu sync.Mutex
	n  int
}

func (s *single) mark() {
	//lint:ignore trylockuse the mark stays locked whoever makes it
	s.mu.TryLock()
	s.n++
}

func (s *single) spin() {
	for !s.mu.TryLock() { //lint:ignore trylockuse the owner holds it for two instructions
	}
	s.n--
	s.mu.Unlock()
}

func (s *single) any() {
	//lint:ignore trylockorder,try* accepted by a pattern
	_ = s.mu.TryLock()
	s.mu.Unlock()
}

func (s *single) apart() {
	//lint:ignore trylockuse what stands apart belongs to what follows

	s.mu.TryLock()
	s.n++
}
