// Package correct holds locks that are released in the mode in which they were
// taken.
package correct

import "sync"

type chunk struct {
	mu     sync.RWMutex
	buf    []byte
	sealed bool
}

func (c *chunk) seal() ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.buf) == 0 {
		return nil, false
	}
	c.sealed = true
	return c.buf, true
}

func (c *chunk) size() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return len(c.buf)
}

// The same parameter decides about both.
func (c *chunk) run(write bool, f func([]byte)) {
	if write {
		c.mu.Lock()
	} else {
		c.mu.RLock()
	}
	f(c.buf)
	if write {
		c.mu.Unlock()
	} else {
		c.mu.RUnlock()
	}
}

// The deferred call stands beside the lock.
func (c *chunk) visit(write bool, f func([]byte)) {
	if write {
		c.mu.Lock()
		defer c.mu.Unlock()
	} else {
		c.mu.RLock()
		defer c.mu.RUnlock()
	}
	f(c.buf)
}

// Read, then write, then read.
func (c *chunk) update(f func([]byte) []byte) int {
	c.mu.RLock()
	buf := c.buf
	c.mu.RUnlock()
	buf = f(buf)
	c.mu.Lock()
	c.buf = buf
	c.mu.Unlock()
	c.mu.RLock()
	defer c.mu.RUnlock()
	return len(c.buf)
}

// A variable holds the unlock that fits.
func (c *chunk) with(write bool, f func([]byte)) {
	unlock := c.mu.RUnlock
	if write {
		c.mu.Lock()
		unlock = c.mu.Unlock
	} else {
		c.mu.RLock()
	}
	defer unlock()
	f(c.buf)
}

// Through RLocker, the reader's lock is Lock and Unlock.
func (c *chunk) copy() []byte {
	l := c.mu.RLocker()
	l.Lock()
	defer l.Unlock()
	return append([]byte(nil), c.buf...)
}

// The locker is one half or the other.
func (c *chunk) use(write bool, f func([]byte)) {
	var l sync.Locker = &c.mu
	if !write {
		l = c.mu.RLocker()
	}
	l.Lock()
	f(c.buf)
	l.Unlock()
}

// Two locks in two modes.

type pair struct {
	src, dst sync.RWMutex
	n        int
}

func (p *pair) move() {
	p.src.RLock()
	p.dst.Lock()
	p.n++
	p.dst.Unlock()
	p.src.RUnlock()
}

// A failed attempt to write leaves the reader's way.
func (c *chunk) flush(f func([]byte)) {
	if c.mu.TryLock() {
		c.sealed = true
		c.mu.Unlock()
		return
	}
	c.mu.RLock()
	f(c.buf)
	c.mu.RUnlock()
}
