// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: what tells that the lock is held is carried on, to
// be asked later or elsewhere.
package correct

import "sync"

type stats struct {
	mu   sync.Mutex
	m    map[string]int
	last string
}

// The release function does nothing if the attempt failed.

func (s *stats) count(k string) {
	release := func() {}
	if s.mu.TryLock() {
		release = s.mu.Unlock
		s.m[k]++
	}
	defer release()
}

// The slow path, in a helper, waits for the same lock.

func (s *stats) lockSlow() { s.mu.Lock() }

func (s *stats) note(k string) {
	if !s.mu.TryLock() {
		s.lockSlow()
	}
	s.last = k
	s.mu.Unlock()
}

// The result is told to others before it is asked.

func (s *stats) tell(k string, f func(bool)) {
	ok := s.mu.TryLock()
	f(ok)
	if !ok {
		return
	}
	s.m[k]++
	s.mu.Unlock()
}

// Those that were locked are kept in a list, or in a map.

func lockSome(all []*stats) (got []*stats) {
	for _, s := range all {
		if s.mu.TryLock() {
			got = append(got, s)
		}
	}
	return got
}

func reset(all []*stats) {
	for _, s := range lockSome(all) {
		s.last = ""
		s.mu.Unlock()
	}
}

func mark(all []*stats, k string) {
	got := make(map[*stats]bool)
	for _, s := range all {
		got[s] = s.mu.TryLock()
	}
	for _, s := range all {
		if got[s] {
			s.last = k
			s.mu.Unlock()
		}
	}
}

// A named result, which a deferred function looks at.

type owned struct {
	mu    sync.Mutex
	owner string
}

func (o *owned) TryLock() (ok bool) {
	defer func() {
		if ok {
			o.owner = "me"
		}
	}()
	return o.mu.TryLock()
}

func (o *owned) Unlock() {
	o.owner = ""
	o.mu.Unlock()
}

func (o *owned) with(f func()) bool {
	if ok := o.TryLock(); !ok {
		return false
	}
	defer o.Unlock()
	f()
	return true
}

// An error, for which a deferred function releases.

type store struct {
	mu     sync.Mutex
	broken error
	m      map[string]int
}

func (s *store) begin() (err error) {
	s.mu.Lock()
	defer func() {
		if err != nil {
			s.mu.Unlock()
		}
	}()
	return s.broken
}

func (s *store) put(k string) error {
	if err := s.begin(); err != nil {
		return err
	}
	defer s.mu.Unlock()
	s.m[k]++
	return nil
}

// Keys that cannot be written now are kept for later.

func (s *store) putAll(keys []string) (missed []string) {
	for _, k := range keys {
		if !s.mu.TryLock() {
			missed = append(missed, k)
			continue
		}
		s.m[k]++
		s.mu.Unlock()
	}
	return missed
}
