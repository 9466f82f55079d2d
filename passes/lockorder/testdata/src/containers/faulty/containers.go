// Package faulty holds faults that must be found: a container runs the function
// of its caller under its lock.
package faulty

import "sync"

// Cache has one lock for all keys.
type Cache struct {
	mu sync.Mutex
	m  map[string]int
}

func (c *Cache) Do(key string, f func() int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.m[key]; !ok {
		c.m[key] = f()
	}
	return c.m[key]
}

// One server's cache loads from the server under its lock, while the server
// asks the cache under its own.

type server struct {
	mu    sync.Mutex
	cache Cache
	n     int
}

func (s *server) size(key string) int {
	return s.cache.Do(key, func() int {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.n++
		return s.n
	})
}

func (s *server) name(key string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cache.Do(key, func() int { return len(key) }) // want `lock order inversion, a deadlock: Cache.mu -> server.mu -> Cache.mu:`
}
