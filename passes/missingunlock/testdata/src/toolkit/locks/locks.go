// Package locks holds helpers that lock for their callers.
package locks

import (
	"errors"
	"sync"
)

var errClosed = errors.New("closed")

// Acquire locks l and returns what unlocks it.
func Acquire(l sync.Locker) (release func()) {
	l.Lock()
	return l.Unlock
}

// With runs f with l locked.
func With(l sync.Locker, f func()) {
	l.Lock()
	defer l.Unlock()
	f()
}

// A Box is locked by Enter and unlocked by Leave.
type Box struct {
	mu     sync.Mutex
	closed bool
	n      int
}

func (b *Box) Enter() { b.mu.Lock() }
func (b *Box) Leave() { b.mu.Unlock() }
func (b *Box) Add()   { b.n++ }
func (b *Box) N() int { return b.n }

// TryEnter locks the box if it returns true.
func (b *Box) TryEnter() bool { return b.mu.TryLock() }

// EnterLimit locks the box if it returns no error.
func (b *Box) EnterLimit(limit int) error {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return errClosed
	}
	if b.n >= limit {
		b.mu.Unlock()
		return errClosed
	}
	return nil
}
