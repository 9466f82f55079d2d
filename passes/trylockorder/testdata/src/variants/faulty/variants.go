// Package faulty holds faults that must be found: other ways to write a loop
// over a trylock.
package faulty

import "sync"

// The result in a variable that the loop tests.

type assigned struct{ a, b sync.Mutex }

func (s *assigned) waits() {
	s.b.Lock()
	defer s.b.Unlock()
	s.a.Lock()
	defer s.a.Unlock()
}

func (s *assigned) polls() {
	s.a.Lock()
	defer s.a.Unlock()
	ok := false
	for !ok {
		ok = s.b.TryLock() // want `a livelock: it is polled while the other side waits: assigned.a -> assigned.b -> assigned.a:`
	}
	s.b.Unlock()
}

// A helper that tells of its failure by an error.

type busy struct{}

func (busy) Error() string { return "busy" }

type failing struct{ a, b sync.Mutex }

func (s *failing) waits() {
	s.b.Lock()
	defer s.b.Unlock()
	s.a.Lock()
	defer s.a.Unlock()
}

func (s *failing) try() error {
	s.a.Lock()
	if !s.b.TryLock() { // want `retried at once: safe only while TryLock does not spin.*: failing.a -> failing.b -> failing.a:`
		s.a.Unlock()
		return busy{}
	}
	return nil
}

func (s *failing) retries() {
	for {
		if err := s.try(); err == nil {
			break
		}
	}
	s.b.Unlock()
	s.a.Unlock()
}

// Read locks against writers.

type readers struct{ a, b sync.RWMutex }

func (s *readers) writes() {
	s.b.Lock()
	defer s.b.Unlock()
	s.a.Lock()
	defer s.a.Unlock()
}

func (s *readers) polls() {
	s.a.RLock()
	defer s.a.RUnlock()
	for !s.b.TryRLock() { // want `a livelock: it is polled while the other side waits: readers.a -> readers.b -> readers.a:`
	}
	s.b.RUnlock()
}

// The inner lock is released each time, the outer one is not.

type outer struct{ a, b, c sync.Mutex }

func (s *outer) waits() {
	s.c.Lock()
	defer s.c.Unlock()
	s.a.Lock()
	defer s.a.Unlock()
}

func (s *outer) polls() {
	s.a.Lock()
	defer s.a.Unlock()
	for {
		s.b.Lock()
		if s.c.TryLock() { // want `a livelock: it is polled while the other side waits: outer.a -> outer.c -> outer.a:`
			break
		}
		s.b.Unlock()
	}
	s.c.Unlock()
	s.b.Unlock()
}
