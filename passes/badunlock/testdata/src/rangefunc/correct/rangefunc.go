// Package correct holds iterators, and loops over them, that unlock once.
package correct

import (
	"iter"
	"sync"
)

func keys(m map[string]int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

type store struct {
	mu sync.Mutex
	m  map[string]int
}

// The loop is left by a return after it unlocked.
func (s *store) find(n int) string {
	s.mu.Lock()
	for k := range keys(s.m) {
		if s.m[k] == n {
			s.mu.Unlock()
			return k
		}
	}
	s.mu.Unlock()
	return ""
}

// Each turn has a lock and an unlock.
func (s *store) drop(m map[string]int) {
	for k := range keys(m) {
		s.mu.Lock()
		if s.m[k] == 0 {
			s.mu.Unlock()
			continue
		}
		delete(s.m, k)
		s.mu.Unlock()
	}
}

// The body drops the lock and takes it again.
func (s *store) visit(f func(string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k := range keys(s.m) {
		s.mu.Unlock()
		f(k)
		s.mu.Lock()
	}
}

func (s *store) all() iter.Seq[string] {
	return func(yield func(string) bool) {
		s.mu.Lock()
		for k := range s.m {
			if !yield(k) {
				s.mu.Unlock()
				return
			}
		}
		s.mu.Unlock()
	}
}
