// Package faulty holds locks that are released in the other mode.
package faulty

import "sync"

type chunk struct {
	mu     sync.RWMutex
	buf    []byte
	sealed bool
}

// One path releases the write lock as a reader.
func (c *chunk) seal() ([]byte, bool) {
	c.mu.Lock()
	if len(c.buf) == 0 {
		c.mu.RUnlock() // want `^chunk.mu is locked for writing at modes.go:14 and unlocked with RUnlock: use Unlock$`
		return nil, false
	}
	c.sealed = true
	out := c.buf
	c.mu.Unlock()
	return out, true
}

// The deferred call is the writer's.
func (c *chunk) size() int {
	c.mu.RLock()
	defer c.mu.Unlock() // want `^chunk.mu is read-locked at modes.go:27 and unlocked with Unlock: use RUnlock$`
	return len(c.buf)
}

// A reader ends like a writer.
func (c *chunk) empty() bool {
	c.mu.RLock()
	e := len(c.buf) == 0
	c.mu.Unlock() // want `^chunk.mu is read-locked at modes.go:34 and unlocked with Unlock: use RUnlock$`
	return e
}

// A deferred function does.
func (c *chunk) write(p []byte) {
	c.mu.Lock()
	defer func() {
		c.sealed = false
		c.mu.RUnlock() // want `^chunk.mu is locked for writing at modes.go:42 and unlocked with RUnlock: use Unlock$`
	}()
	c.buf = append(c.buf, p...)
}

// An embedded lock of a generic type.

type registry[K comparable, V any] struct {
	sync.RWMutex
	m map[K]V
}

func (r *registry[K, V]) each(f func(K, V) bool) {
	r.RLock()
	for k, v := range r.m {
		if !f(k, v) {
			r.Unlock() // want `^registry.RWMutex is read-locked at modes.go:58 and unlocked with Unlock: use RUnlock$`
			return
		}
	}
	r.RUnlock()
}

// A TryRLock that succeeded is a read lock.
func (c *chunk) peek() (n int) {
	if c.mu.TryRLock() {
		n = len(c.buf)
		c.mu.Unlock() // want `^chunk.mu is read-locked at modes.go:70 and unlocked with Unlock: use RUnlock$`
	}
	return n
}

// The lock was taken through RLocker.
func (c *chunk) first() byte {
	l := c.mu.RLocker()
	l.Lock()
	b := c.buf[0]
	c.mu.Unlock() // want `^chunk.mu is read-locked at modes.go:80 and unlocked with Unlock: use RUnlock$`
	return b
}
