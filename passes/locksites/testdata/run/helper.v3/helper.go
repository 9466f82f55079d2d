// Package helper has locks and wrappers for another package.
package helper

import "sync"

type Mutex struct {
	mu    sync.Mutex
	count int
	pad   [4]int
}

func (m *Mutex) Lock() {
	m.mu.Lock()
	m.count++
}

func (m *Mutex) Unlock() { m.mu.Unlock() }

func (m *Mutex) TryLock() bool {
	return m.mu.TryLock()
}

type Guarded[T any] struct {
	mu    sync.RWMutex
	value T
}

//go:noinline
func (g *Guarded[T]) Get() T {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return g.value
}

func Acquire(_ int, l sync.Locker, _ ...int) {
	l.Lock()
}

type Counter struct {
	mu sync.Mutex
	n  int
}

// Incrementer is inlined, and with it the function that it returns.
func (c *Counter) Incrementer() func() {
	return func() {
		c.mu.Lock()
		c.n++
		c.mu.Unlock()
	}
}

func (c *Counter) All() func(func(int) bool) {
	return func(yield func(int) bool) {
		c.mu.Lock()
		c.mu.Unlock()
		yield(c.n)
	}
}
