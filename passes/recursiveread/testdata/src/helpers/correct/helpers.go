// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: read locks, one after the other.
package correct

import "sync"

type catalog struct {
	mu    sync.RWMutex
	items map[string]int
	names []string
}

func (c *catalog) set(name string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[name] = n
}

func (c *catalog) has(name string) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.hasLocked(name)
}

func (c *catalog) hasLocked(name string) bool {
	_, ok := c.items[name]
	return ok
}

// The half that expects the lock is called with it.

func (c *catalog) known() (out []string) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	for _, n := range c.names {
		if c.hasLocked(n) {
			out = append(out, n)
		}
	}
	return out
}

// The names are copied, and each is asked for by itself.

func (c *catalog) knownToo() (out []string) {
	c.mu.RLock()
	names := append([]string(nil), c.names...)
	c.mu.RUnlock()
	for _, n := range names {
		if c.has(n) {
			out = append(out, n)
		}
	}
	return out
}

// A helper gives the read lock of its caller back for a while.

func (c *catalog) check(slow func(string)) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	for _, n := range c.names {
		c.visitLocked(n, slow)
	}
}

func (c *catalog) visitLocked(name string, slow func(string)) {
	c.mu.RUnlock()
	if c.has(name) {
		slow(name)
	}
	c.mu.RLock()
}

// The deferred call runs after the deferred release.

func (c *catalog) trace(name string) int {
	defer c.has(name)
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.items[name]
}

// Two locks of one struct.

type store struct {
	keysMu sync.RWMutex
	valsMu sync.RWMutex
	keys   []string
	vals   map[string]string
}

func (s *store) add(k, v string) {
	s.keysMu.Lock()
	s.keys = append(s.keys, k)
	s.keysMu.Unlock()
	s.valsMu.Lock()
	s.vals[k] = v
	s.valsMu.Unlock()
}

func (s *store) get(k string) string {
	s.valsMu.RLock()
	defer s.valsMu.RUnlock()
	return s.vals[k]
}

func (s *store) all() (out []string) {
	s.keysMu.RLock()
	defer s.keysMu.RUnlock()
	for _, k := range s.keys {
		out = append(out, s.get(k))
	}
	return out
}

// Read-locked under the write lock, and the other way round, are the fault of
// another analyzer.

func (c *catalog) rename(from, to string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.has(from) {
		c.items[to] = c.items[from]
	}
}

// TryRLock does not wait: if a writer does, it fails.

func (c *catalog) peek(name string) (int, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if !c.mu.TryRLock() {
		return 0, false
	}
	defer c.mu.RUnlock()
	return c.items[name], true
}
