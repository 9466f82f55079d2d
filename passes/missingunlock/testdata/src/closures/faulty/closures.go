// Package faulty holds releases that are values, and are not called on each
// path.
package faulty

import (
	"errors"
	"sync"
)

var errStale = errors.New("stale")

// lock returns what unlocks. One path drops it.

type allocs struct {
	mu    sync.Mutex
	index int
	byID  map[string]int
}

func (a *allocs) lock() (unlock func()) {
	a.mu.Lock()
	return func() { a.mu.Unlock() }
}

func (a *allocs) upsert(index int, id string) bool {
	unlock := a.lock()
	if index < a.index {
		return false // want `^allocs.mu is not unlocked on this path: locked at closures.go:21 \(called from closures.go:26\)$`
	}
	a.index = index
	a.byID[id] = index
	unlock()
	return true
}

// The method value is one too.

func (a *allocs) hold() func() {
	a.mu.Lock()
	return a.mu.Unlock
}

func (a *allocs) remove(id string) error {
	release := a.hold()
	if _, ok := a.byID[id]; !ok {
		return errStale // want `^allocs.mu is not unlocked on this path: locked at closures.go:39 \(called from closures.go:44\)$`
	}
	delete(a.byID, id)
	release()
	return nil
}

// A local closure unlocks; one way out does not call it.

func (a *allocs) reset(index int) error {
	a.mu.Lock()
	done := func(n int) {
		a.index = n
		a.mu.Unlock()
	}
	switch {
	case index < 0:
		return errStale // want `^allocs.mu is not unlocked on this path: locked at closures.go:56$`
	case index == 0:
		done(1)
		return nil
	}
	done(index)
	return nil
}

// A literal returns early by itself.

func (a *allocs) visitor() func(string) int {
	return func(id string) int {
		a.mu.Lock()
		n, ok := a.byID[id]
		if !ok {
			return -1 // want `^allocs.mu is not unlocked on this path: locked at closures.go:76$`
		}
		a.mu.Unlock()
		return n
	}
}
