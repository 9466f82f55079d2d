// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: functions called TryLock.
package correct

import (
	"sync"
	"sync/atomic"
	"time"
)

// The wrapper tries.

type owned struct {
	mu    sync.Mutex
	owner string
}

func (o *owned) TryLock() bool { return o.mu.TryLock() }
func (o *owned) Unlock()       { o.mu.Unlock() }

// An attempt with a limit of its own is no plain trylock: it takes an argument.

type patient struct{ mu sync.Mutex }

func (p *patient) TryLock(d time.Duration) bool {
	for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if p.mu.TryLock() {
			return true
		}
	}
	return false
}

func (p *patient) Unlock() { p.mu.Unlock() }

// A lock of its own state is held for a moment only, and not on return.

type leased struct {
	mu    sync.Mutex
	taken bool
}

func (l *leased) TryLock() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.taken {
		return false
	}
	l.taken = true
	return true
}

func (l *leased) Unlock() {
	l.mu.Lock()
	l.taken = false
	l.mu.Unlock()
}

// A channel as a lock, and a flag.

type token struct{ ch chan struct{} }

func newToken() token { return token{make(chan struct{}, 1)} }

func (t token) Lock()   { t.ch <- struct{}{} }
func (t token) Unlock() { <-t.ch }

func (t token) TryLock() bool {
	select {
	case t.ch <- struct{}{}:
		return true
	default:
		return false
	}
}

type flag struct{ on atomic.Bool }

func (f *flag) TryLock() bool { return f.on.CompareAndSwap(false, true) }
func (f *flag) Unlock()       { f.on.Store(false) }

// Other names promise nothing.

func (o *owned) Acquire() bool {
	o.mu.Lock()
	return true
}

func (o *owned) own(name string) {
	if o.Acquire() {
		o.owner = name
		o.Unlock()
	}
}
