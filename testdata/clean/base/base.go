// Package base wraps locks.
package base

import "sync"

type Lock struct{ mu sync.Mutex }

func (l *Lock) Acquire() { l.mu.Lock() }
func (l *Lock) Release() { l.mu.Unlock() }

type Base struct{ sync.RWMutex }

type Table[V any] struct {
	mu sync.Mutex
	m  map[string]V
}

// With runs f under the table's lock.
func (t *Table[V]) With(f func(map[string]V)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f(t.m)
}
