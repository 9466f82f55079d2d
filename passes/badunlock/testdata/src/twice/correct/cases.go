package correct

import "sync"

// A switch that has all cases leaves no way around them.

type mode int

const (
	quick mode = iota
	patient
)

type store struct {
	mu sync.Mutex
	n  int
}

func (s *store) turns(rounds int) {
	for i := range rounds {
		switch i % 3 {
		case 0:
			s.mu.Lock()
		case 1:
			for !s.mu.TryLock() {
				s.pause()
			}
		case 2:
			s.locked()
		}
		s.n++
		s.mu.Unlock()
	}
}

func (s *store) modes(list []mode) {
	for _, m := range list {
		switch m {
		case quick:
			if !s.mu.TryLock() {
				continue
			}
		case patient:
			s.mu.Lock()
		}
		s.n++
		s.mu.Unlock()
	}
}

func (s *store) locked() { s.mu.Lock() }
func (s *store) pause()  {}
