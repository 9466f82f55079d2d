// Package correct holds TryLocks whose success is followed by an unlock.
package correct

import "sync"

type compactor struct {
	slot   sync.Mutex
	levels []int
	runs   int
	misses int
}

// A failed attempt leaves nothing to unlock.
func (c *compactor) compact(level int) bool {
	if !c.slot.TryLock() {
		c.misses++
		return false
	}
	defer c.slot.Unlock()
	if c.levels[level] < 4 {
		return false
	}
	c.levels[level] = 0
	c.runs++
	return true
}

// The result is kept in a variable.
func (c *compactor) size(level int) int {
	ok := c.slot.TryLock()
	if !ok {
		return -1
	}
	n := c.levels[level]
	c.slot.Unlock()
	return n
}

// The branches meet with the lock held in one of them.
func (c *compactor) peek() (n int) {
	got := c.slot.TryLock()
	if got {
		n = len(c.levels)
	}
	if got {
		c.slot.Unlock()
	}
	return n
}

// A failed attempt waits.
func (c *compactor) reset() {
	if !c.slot.TryLock() {
		c.misses++
		c.slot.Lock()
	}
	c.levels = nil
	c.slot.Unlock()
}

// The attempt is the last of three conditions.
func (c *compactor) idle(force bool) {
	if force && len(c.levels) > 0 && c.slot.TryLock() {
		c.runs = 0
		c.slot.Unlock()
	}
}

// The result is the caller's.
func (c *compactor) TryLock() bool { return c.slot.TryLock() }
func (c *compactor) Lock()         { c.slot.Lock() }
func (c *compactor) Unlock()       { c.slot.Unlock() }
