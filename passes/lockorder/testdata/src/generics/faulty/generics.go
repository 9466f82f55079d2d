// Package faulty holds faults that must be found: locks of generic types.
package faulty

import (
	"sync"
)

// A generic cache loads from a generic store under its lock; the store
// invalidates the cache under its own.

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
	defer s.mu.Unlock()
	s.rows[k] = v
	s.cache.drop(k) // want `lock order inversion, a deadlock: Cache.mu -> Store.mu -> Cache.mu:`
}

func (c *Cache[K, V]) drop(k K) { c.mu.Lock(); delete(c.m, k); c.mu.Unlock() }

var users Cache[int, string]

func userName(id int) string  { return users.Get(id) }
func rename(id int, s string) { users.st.Set(id, s) }
