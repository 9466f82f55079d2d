// Package faulty holds iterators, and loops over them, that unlock twice.
package faulty

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

// The loop is left by a break after it unlocked.
func (s *store) find(n int) (found string) {
	s.mu.Lock()
	for k := range keys(s.m) {
		if s.m[k] == n {
			found = k
			s.mu.Unlock()
			break
		}
	}
	s.mu.Unlock() // want `^store.mu is unlocked twice: it was unlocked at rangefunc.go:30 and is not held$`
	return found
}

// A return from the body runs the deferred unlock as well.
func (s *store) has(n int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k := range keys(s.m) {
		if s.m[k] == n {
			s.mu.Unlock() // want `^store.mu is unlocked twice: here and again by the deferred call at rangefunc.go:41$`
			return true
		}
	}
	return false
}

// The iterator unlocks when its loop stops early, and a deferred call does.
func (s *store) all() iter.Seq[string] {
	return func(yield func(string) bool) {
		s.mu.Lock()
		defer s.mu.Unlock()
		for k := range s.m {
			if !yield(k) {
				s.mu.Unlock() // want `^store.mu is unlocked twice: here and again by the deferred call at rangefunc.go:55$`
				return
			}
		}
	}
}
