// Package store has an iterator that yields under the lock, and one that does
// not.
package store

import (
	"iter"
	"maps"
	"sync"
)

type Store struct {
	mu sync.RWMutex
	m  map[string]int
}

// All yields with the store read-locked.
func (s *Store) All() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		s.mu.RLock()
		defer s.mu.RUnlock()
		for k, v := range s.m {
			if !yield(k, v) {
				return
			}
		}
	}
}

// Snapshot yields from a copy.
func (s *Store) Snapshot() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		s.mu.RLock()
		m := maps.Clone(s.m)
		s.mu.RUnlock()
		for k, v := range m {
			if !yield(k, v) {
				return
			}
		}
	}
}

func (s *Store) Delete(k string) {
	s.mu.Lock()
	delete(s.m, k)
	s.mu.Unlock()
}
