package correct

import "sync"

// What was shut down stays locked.

type Source struct {
	mu sync.RWMutex
	n  int
}

func (s *Source) Add() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
}

// Shutdown closes s for good.
func (s *Source) Shutdown() {
	s.mu.Lock() // Purposely no unlock.
	s.n = 0
}
