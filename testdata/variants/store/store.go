// Package store has a cycle in its production code, one in its test files and
// one in its external test package. Each is reported once, although the
// production files are compiled for the package and again for its tests.
package store

import "sync"

type Shelf struct{ mu sync.Mutex }
type Box struct{ mu sync.Mutex }

func Stack(s *Shelf, b *Box) {
	s.mu.Lock()
	b.mu.Lock()
	b.mu.Unlock()
	s.mu.Unlock()
}

func Unstack(s *Shelf, b *Box) {
	b.mu.Lock()
	s.mu.Lock() // want lockorder `Shelf\.mu`
	s.mu.Unlock()
	b.mu.Unlock()
}
