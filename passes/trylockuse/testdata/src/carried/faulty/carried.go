// Package faulty holds faults that must be found: what tells that the lock is
// held is carried on, and not asked.
package faulty

import "sync"

type stats struct {
	mu   sync.Mutex
	m    map[string]int
	last string
}

// The release function is set in any case.

func (s *stats) count(k string) {
	if s.mu.TryLock() { // want `stats.mu is unlocked at carried.go:23 even if this attempt to lock it has failed`
		s.m[k]++
	}
	release := s.mu.Unlock
	if k != "" {
		s.m[""] = len(k)
	}
	release()
}

// The slow path waits for another lock.

type twin struct{ a, b stats }

func (t *twin) lockSlow() { t.b.mu.Lock() }

func (t *twin) note(k string) {
	if !t.a.mu.TryLock() { // want `twin.a.mu is unlocked at carried.go:\d+ even if this attempt to lock it has failed`
		t.lockSlow()
		t.b.last = k
		t.b.mu.Unlock()
	}
	t.a.last = k
	t.a.mu.Unlock()
}

// The attempt is left for the end, when nobody can see how it went.

func (s *stats) parting() {
	defer s.mu.TryLock() // want `the result is ignored that says whether stats.mu is locked`
	s.mu.Lock()
	s.last = ""
	s.mu.Unlock()
}
