// Package trylock has trylock inversions, and avoidance that is none.
//
// A "want+spin" comment is what -trylockorder.spin adds: the question is then
// what would happen if every TryLock spun.
package trylock

import "sync"

// The kernel's pattern: lock the outer, try the inner, and on failure let go and
// start again at once, against code that takes the two the other way round.

type outer struct{ mu sync.Mutex }
type inner struct{ mu sync.Mutex }

func retry(a *outer, b *inner) {
again:
	a.mu.Lock()
	if !b.mu.TryLock() { // want trylockorder `inner\.mu`
		a.mu.Unlock()
		goto again
	}
	b.mu.Unlock()
	a.mu.Unlock()
}

func reverse(a *outer, b *inner) {
	b.mu.Lock()
	a.mu.Lock()
	a.mu.Unlock()
	b.mu.Unlock()
}

// Both sides try and retry: a livelock as it stands.

var east, west sync.Mutex

func eastward() {
	for {
		east.Lock()
		if !west.TryLock() {
			east.Unlock()
			continue
		}
		west.Unlock()
		east.Unlock()
		return
	}
}

func westward() {
	for {
		west.Lock()
		ok := east.TryLock() // want trylockorder `east|west`
		if ok {
			break
		}
		west.Unlock()
	}
	east.Unlock()
	west.Unlock()
}

// The try is in a helper that returns its result; a read lock conflicts too.

type shelf struct{ mu sync.RWMutex }
type book struct{ mu sync.Mutex }

func (s *shelf) tryRead() bool { return s.mu.TryRLock() }

func shelve(s *shelf, b *book) {
	for {
		b.mu.Lock()
		if s.tryRead() { // want trylockorder `shelf\.mu`
			break
		}
		b.mu.Unlock()
	}
	s.mu.RUnlock()
	b.mu.Unlock()
}

func inventory(s *shelf, b *book) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
}
