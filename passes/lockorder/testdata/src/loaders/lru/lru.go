// Package lru is a generic cache that loads under its lock.
package lru

import "sync"

type Loader[K comparable, V any] interface {
	Load(K) V
}

type Cache[K comparable, V any] struct {
	mu   sync.Mutex
	m    map[K]V
	from Loader[K, V]
}

func New[K comparable, V any](from Loader[K, V]) *Cache[K, V] {
	return &Cache[K, V]{m: make(map[K]V), from: from}
}

func (c *Cache[K, V]) Get(k K) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.m[k]
	if !ok {
		v = c.from.Load(k)
		c.m[k] = v
	}
	return v
}

func (c *Cache[K, V]) Drop(k K) {
	c.mu.Lock()
	delete(c.m, k)
	c.mu.Unlock()
}
