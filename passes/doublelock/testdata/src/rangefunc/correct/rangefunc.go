// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: ranges over functions.
package correct

import (
	"iter"
	"maps"
	"sync"
)

type subs struct {
	mu sync.Mutex
	m  map[string]int
}

// The iterator yields from a copy, after the release.

func (s *subs) all() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		s.mu.Lock()
		m := maps.Clone(s.m)
		s.mu.Unlock()
		for k, v := range m {
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
			s.remove(k)
		}
	}
}

// The iterator yields under the lock; the body only collects.

func (s *subs) locked() iter.Seq[string] {
	return func(yield func(string) bool) {
		s.mu.Lock()
		defer s.mu.Unlock()
		for k := range s.m {
			if !yield(k) {
				return
			}
		}
	}
}

func (s *subs) drop(keep func(string) bool) {
	var out []string
	for k := range s.locked() {
		if !keep(k) {
			out = append(out, k)
		}
	}
	for _, k := range out {
		s.remove(k)
	}
}

// The body returns, and the iterator releases on the way.

func (s *subs) any() string {
	for k := range s.locked() {
		return k
	}
	s.remove("")
	return ""
}

func (s *subs) removeAny() {
	for k := range s.locked() {
		defer s.remove(k)
		break
	}
}

// The body locks another object.

func (s *subs) moveTo(t *subs) {
	for k := range s.locked() {
		t.mu.Lock()
		t.m[k]++
		t.mu.Unlock()
	}
}

// To make the iterator locks nothing, to run it does.

func (s *subs) keys() iter.Seq[string] {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.m) == 0 {
		return func(func(string) bool) {}
	}
	return s.locked()
}
