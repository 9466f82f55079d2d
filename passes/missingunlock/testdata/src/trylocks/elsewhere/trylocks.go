// Package elsewhere holds faults in the use of TryLock, which are trylockuse's
// to report.
package elsewhere

import "sync"

type compactor struct {
	slot   sync.Mutex
	levels []int
}

// The test is the wrong way round.
func (c *compactor) compact(level int) bool {
	if c.slot.TryLock() {
		return false
	}
	defer c.slot.Unlock()
	c.levels[level] = 0
	return true
}

// Nothing asks for the result.
func (c *compactor) size(level int) int {
	c.slot.TryLock()
	if level >= len(c.levels) {
		return 0
	}
	n := c.levels[level]
	c.slot.Unlock()
	return n
}
