// Package lru is a generic cache that loads under its lock.
package lru

import "sync"

type Cache[K comparable, V any] struct {
	mu   sync.Mutex
	m    map[K]V
	load func(K) V
}

func New[K comparable, V any](load func(K) V) *Cache[K, V] {
	return &Cache[K, V]{m: make(map[K]V), load: load}
}

func (c *Cache[K, V]) Get(k K) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.m[k]
	if !ok {
		v = c.load(k)
		c.m[k] = v
	}
	return v
}

func (c *Cache[K, V]) Drop(k K) {
	c.mu.Lock()
	delete(c.m, k)
	c.mu.Unlock()
}
