// Package faulty holds faults that must be found: functions called TryLock that
// wait for the lock.
package faulty

import (
	"sync"
	"time"
)

// A wrapper that took the wrong method.

type owned struct {
	mu    sync.Mutex
	owner string
}

func (o *owned) TryLock() bool {
	o.mu.Lock() // want `^a function called TryLock waits for owned.mu here$`
	return true
}

func (o *owned) Unlock() { o.mu.Unlock() }

type account struct {
	lk  owned
	sub int
}

func (a *account) subscribe() bool {
	if !a.lk.TryLock() {
		return false
	}
	defer a.lk.Unlock()
	a.sub++
	return true
}

// A flag is looked at, then the lock is waited for all the same.

type gate struct {
	mu     sync.RWMutex
	closed bool
	opened time.Time
}

func (g *gate) TryRLock() bool {
	g.mu.RLock() // want `a function called TryLock waits for gate.mu here`
	if g.closed {
		g.mu.RUnlock()
		return false
	}
	return true
}

func (g *gate) RUnlock() { g.mu.RUnlock() }

// The attempt of one lock waits for another.

type twofold struct{ front, back sync.Mutex }

func (t *twofold) tryLock() bool {
	if !t.front.TryLock() {
		return false
	}
	t.back.Lock() // want `a function called TryLock waits for twofold.back here`
	return true
}

func (t *twofold) unlock() {
	t.back.Unlock()
	t.front.Unlock()
}

func (t *twofold) swap(f func()) bool {
	if !t.tryLock() {
		return false
	}
	defer t.unlock()
	f()
	return true
}
