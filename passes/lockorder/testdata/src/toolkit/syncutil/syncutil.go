// Package syncutil holds a mutex type, helpers that lock for their callers,
// and a generic guard.
package syncutil

import (
	"sync"
	"sync/atomic"
)

// Mutex counts how often it is taken.
type Mutex struct {
	mu sync.Mutex
	n  atomic.Int64
}

func (m *Mutex) Lock()   { m.mu.Lock(); m.n.Add(1) }
func (m *Mutex) Unlock() { m.mu.Unlock() }

// With runs f with l locked.
func With(l sync.Locker, f func()) {
	l.Lock()
	defer l.Unlock()
	f()
}

// Acquire locks l and returns what unlocks it.
func Acquire(l sync.Locker) (release func()) {
	l.Lock()
	return l.Unlock
}

// Guarded is a value with the lock that protects it.
type Guarded[T any] struct {
	mu sync.Mutex
	v  T
}

func (g *Guarded[T]) Do(f func(*T)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f(&g.v)
}
