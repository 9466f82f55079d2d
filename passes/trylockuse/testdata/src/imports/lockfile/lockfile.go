// Package lockfile has locks for others to try.
package lockfile

import (
	"context"
	"sync"
)

// A Lock is held by whoever filled its channel.
type Lock struct{ ch chan struct{} }

// New returns a free lock.
func New() *Lock { return &Lock{make(chan struct{}, 1)} }

// Acquire waits for the lock until ctx ends.
func (l *Lock) Acquire(ctx context.Context) error {
	select {
	case l.ch <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Release frees the lock.
func (l *Lock) Release() { <-l.ch }

// Do calls f with the lock held.
func (l *Lock) Do(ctx context.Context, f func()) error {
	if err := l.Acquire(ctx); err != nil {
		return err
	}
	defer l.Release()
	f()
	return nil
}

// A Table is locked by its users.
type Table struct {
	Mu   sync.Mutex
	rows int
}

// TryBegin locks the table if it is free.
func (t *Table) TryBegin() bool { return t.Mu.TryLock() }

// End unlocks the table.
func (t *Table) End() { t.Mu.Unlock() }

// Sample counts the rows if the table is free.
func (t *Table) Sample() (int, bool) {
	if !t.Mu.TryLock() {
		return 0, false
	}
	defer t.Mu.Unlock()
	return t.rows, true
}
