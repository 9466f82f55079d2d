// Package locks holds helpers that lock and unlock for their callers.
package locks

import (
	"errors"
	"sync"
)

var errFull = errors.New("full")

// Acquire locks l and returns what unlocks it.
func Acquire(l sync.Locker) (release func()) {
	l.Lock()
	return l.Unlock
}

// A Box is locked by Enter and unlocked by Leave, or by Fail.
type Box struct {
	mu  sync.RWMutex
	n   int
	err error
}

func (b *Box) Enter() { b.mu.Lock() }
func (b *Box) Leave() { b.mu.Unlock() }
func (b *Box) View()  { b.mu.RLock() }
func (b *Box) Close() { b.mu.RUnlock() }
func (b *Box) N() int { return b.n }

// Fail keeps the error and unlocks the box.
func (b *Box) Fail(err error) error {
	b.err = err
	b.mu.Unlock()
	return err
}

// Add returns an error, and the box unlocked, if it is full.
func (b *Box) Add() error {
	b.mu.Lock()
	if b.n > 9 {
		b.mu.Unlock()
		return errFull
	}
	b.n++
	return nil
}
