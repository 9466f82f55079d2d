// Package faulty holds faults that must be found: a function that has a lock
// read-locked calls one that read-locks it.
package faulty

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
	_, ok := c.items[name]
	return ok
}

// An exported method, made for callers without the lock, is called with it.

func (c *catalog) known() (out []string) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	for _, n := range c.names {
		if c.has(n) { // want `catalog.mu is read-locked twice, a deadlock if the writer at helpers.go:14 comes in between: read-locked at helpers.go:20 \(called from helpers.go:32\) while it is read-locked since helpers.go:29`
			out = append(out, n)
		}
	}
	return out
}

// The second read lock is three calls further down.

func (c *catalog) check() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.score(c.names) // want `catalog.mu is read-locked twice, a deadlock if the writer at helpers.go:14 comes in between: read-locked at helpers.go:20 \(called from helpers.go:44, helpers.go:49, helpers.go:55\) while it is read-locked since helpers.go:42`
}

func (c *catalog) score(names []string) (n int) {
	for _, name := range names {
		n += c.weigh(name)
	}
	return n
}

func (c *catalog) weigh(name string) int {
	if c.has(name) {
		return 1
	}
	return 0
}

// Both in one function.

func (c *catalog) first() (string, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	name := c.names[0]
	c.mu.RLock() // want `catalog.mu is read-locked twice, a deadlock if the writer at helpers.go:14 comes in between: read-locked at helpers.go:67 while it is read-locked since helpers.go:64`
	_, ok := c.items[name]
	c.mu.RUnlock()
	return name, ok
}

// A helper returns with the read lock held.

func (c *catalog) open() map[string]int {
	c.mu.RLock()
	return c.items
}

func (c *catalog) close() { c.mu.RUnlock() }

func (c *catalog) sum() (n int) {
	items := c.open()
	defer c.close()
	for name, i := range items {
		if c.has(name) { // want `catalog.mu is read-locked twice, a deadlock if the writer at helpers.go:14 comes in between: read-locked at helpers.go:20 \(called from helpers.go:86\) while it is read-locked since helpers.go:76 \(called from helpers.go:83\)`
			n += i
		}
	}
	return n
}

// A deferred call runs before the deferred release.

func (c *catalog) trace(name string) int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	defer c.has(name) // want `catalog.mu is read-locked twice, a deadlock if the writer at helpers.go:14 comes in between: read-locked at helpers.go:20 \(called from helpers.go:98\) while it is read-locked since helpers.go:96`
	return c.items[name]
}

// RLocker's Lock is a read lock.

func (c *catalog) size() int {
	l := c.mu.RLocker()
	l.Lock()
	defer l.Unlock()
	if c.has("") { // want `catalog.mu is read-locked twice, a deadlock if the writer at helpers.go:14 comes in between: read-locked at helpers.go:20 \(called from helpers.go:108\) while it is read-locked since helpers.go:106`
		return len(c.items) - 1
	}
	return len(c.items)
}
