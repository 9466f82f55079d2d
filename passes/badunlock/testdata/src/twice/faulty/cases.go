package faulty

import "sync"

type phase int

const (
	before phase = iota
	during
	after
)

type stage struct {
	mu sync.Mutex
	n  int
}

// After has no case, and nobody locks.
func (s *stage) some(list []phase) {
	for _, p := range list {
		switch p {
		case before, during:
			s.mu.Lock()
		}
		s.n++
		s.mu.Unlock() // want `stage.mu is unlocked`
	}
}
