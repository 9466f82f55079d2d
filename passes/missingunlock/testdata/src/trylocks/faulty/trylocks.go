// Package faulty holds locks taken by TryLock that stay held.
package faulty

import "sync"

type compactor struct {
	slot   sync.Mutex
	levels []int
	runs   int
}

// Too little to do: the slot stays taken.
func (c *compactor) compact(level int) bool {
	if !c.slot.TryLock() {
		return false
	}
	if c.levels[level] < 4 {
		return false // want `^compactor.slot is not unlocked on this path: locked at trylocks.go:14$`
	}
	c.levels[level] = 0
	c.runs++
	c.slot.Unlock()
	return true
}

// The lock of the branch where the attempt succeeds.
func (c *compactor) size(level int) int {
	if c.slot.TryLock() {
		if level >= len(c.levels) {
			return 0 // want `^compactor.slot is not unlocked on this path: locked at trylocks.go:28$`
		}
		n := c.levels[level]
		c.slot.Unlock()
		return n
	}
	return -1
}

// A failed attempt waits instead; either way the lock is held.
func (c *compactor) reset() (waited bool) {
	if !c.slot.TryLock() {
		waited = true
		c.slot.Lock()
	}
	if len(c.levels) == 0 {
		return waited // want `^compactor.slot is not unlocked on this path: locked at trylocks.go:41$`
	}
	c.levels = nil
	c.slot.Unlock()
	return waited
}

type growing struct {
	mu     sync.Mutex
	levels []int
}

// That the result tells is no excuse: the function is there to grow.
func (g *growing) grow() bool {
	if !g.mu.TryLock() {
		return false
	}
	g.levels = append(g.levels, 0)
	return true // want `^growing.mu is never unlocked: locked at trylocks.go:60$`
}
