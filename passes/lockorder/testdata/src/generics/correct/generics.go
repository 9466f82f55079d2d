// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: locks of generic types.
package correct

import (
	"sync"
)

// Set drops the cached value after the store lock.

type Store[K comparable, V any] struct {
	mu    sync.RWMutex
	rows  map[K]V
	cache *Cache[K, V]
}

type Cache[K comparable, V any] struct {
	mu sync.Mutex
	m  map[K]V
	st *Store[K, V]
}

func (c *Cache[K, V]) Get(k K) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.m[k]; ok {
		return v
	}
	v := c.st.load(k)
	c.m[k] = v
	return v
}

func (s *Store[K, V]) load(k K) V { s.mu.RLock(); defer s.mu.RUnlock(); return s.rows[k] }

func (s *Store[K, V]) Set(k K, v V) {
	s.mu.Lock()
	s.rows[k] = v
	s.mu.Unlock()
	s.cache.drop(k)
}

func (c *Cache[K, V]) drop(k K) { c.mu.Lock(); delete(c.m, k); c.mu.Unlock() }

var users Cache[int, string]

func userName(id int) string  { return users.Get(id) }
func rename(id int, s string) { users.st.Set(id, s) }

// A cache of a generic type asks its next tier, of the same type, under its
// lock; nothing goes back up.

type tier[T any] struct {
	mu   sync.Mutex
	m    map[string]T
	next *tier[T]
}

func newTiers[T any](n int) *tier[T] {
	var t *tier[T]
	for range n {
		t = &tier[T]{m: map[string]T{}, next: t}
	}
	return t
}

func (t *tier[T]) get(k string) (v T, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if v, ok = t.m[k]; ok || t.next == nil {
		return v, ok
	}
	if v, ok = t.next.get(k); ok {
		t.m[k] = v
	}
	return v, ok
}

func (t *tier[T]) put(k string, v T) {
	t.mu.Lock()
	t.m[k] = v
	t.mu.Unlock()
}
