package correct

import "sync"

// Only the constructor writes, to an object that nobody else knows yet.

type symbols struct {
	mu sync.RWMutex
	m  map[string]int
}

func newSymbols(names []string) *symbols {
	s := &symbols{m: map[string]int{}}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, n := range names {
		s.m[n] = i
	}
	return s
}

func (s *symbols) of(name string) int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.m[name]
}

func (s *symbols) sum(names []string) (n int) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, name := range names {
		n += s.of(name)
	}
	return n
}
