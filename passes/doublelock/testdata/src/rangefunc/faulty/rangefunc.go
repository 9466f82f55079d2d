// Package faulty holds faults that must be found: the body of a range over a
// function runs under the lock of the iterator.
package faulty

import (
	"iter"
	"sync"
)

type subs struct {
	mu sync.Mutex
	m  map[string]int
}

func (s *subs) all() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		s.mu.Lock()
		defer s.mu.Unlock()
		for k, v := range s.m {
			if !yield(k, v) {
				return
			}
		}
	}
}

func (s *subs) remove(k string) {
	s.mu.Lock()
	delete(s.m, k)
	s.mu.Unlock()
}

func (s *subs) prune(limit int) {
	for k, v := range s.all() {
		if v > limit {
			s.remove(k) // want `subs.mu is locked by a goroutine that holds it, a deadlock: locked at rangefunc.go:28 \(called from rangefunc.go:20, rangefunc.go:36\) while it is held since rangefunc.go:17`
		}
	}
}

// The iterator is a local closure, and the body locks by itself.

func (s *subs) total() (sum int) {
	each := func(yield func(int) bool) {
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, v := range s.m {
			if !yield(v) {
				return
			}
		}
	}
	for v := range each {
		s.mu.Lock() // want `subs.mu is locked by a goroutine that holds it, a deadlock: locked at rangefunc.go:54 \(called from rangefunc.go:48\) while it is held since rangefunc.go:45`
		sum += v + len(s.m)
		s.mu.Unlock()
	}
	return sum
}

// The iterator is called as a function, by one who holds the lock already.

func (s *subs) longest() (best string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all()(func(k string, _ int) bool { // want `subs.mu is locked by a goroutine that holds it, a deadlock: locked at rangefunc.go:17 \(called from rangefunc.go:66\) while it is held since rangefunc.go:64`
		if len(k) > len(best) {
			best = k
		}
		return true
	})
	return best
}

// The iterator is made and run by the range statement, under the lock that it
// takes.

func (s *subs) longestNamed() (best string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k := range s.all() { // want `subs.mu is locked by a goroutine that holds it, a deadlock: locked at rangefunc.go:17 \(called from rangefunc.go:81\) while it is held since rangefunc.go:79`
		if len(k) > len(best) {
			best = k
		}
	}
	return best
}
