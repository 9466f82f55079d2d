// Package fixes has faults with a certain remedy: `go vet -fix` leaves a package
// that compiles and in which nothing is reported.
package fixes

import (
	"errors"
	"sync"
)

var errClosed = errors.New("closed")

// Counters are named counts.
type Counters struct {
	mu     sync.RWMutex
	counts map[string]int
	closed bool
}

// Add forgets the unlock on the way out.
func (c *Counters) Add(name string) error {
	c.mu.Lock()
	if c.closed {
		return errClosed // want missingunlock `Counters\.mu`
	}
	c.counts[name]++
	c.mu.Unlock()
	return nil
}

// Reset has two ways to the end of the function, one without the unlock.
func (c *Counters) Reset(name string) {
	c.mu.Lock()
	if name == "" {
		return // want missingunlock `Counters\.mu`
	}
	delete(c.counts, name)
	c.mu.Unlock()
}

// Get mixes up the two unlocks.
func (c *Counters) Get(name string) int {
	c.mu.RLock()
	n := c.counts[name]
	c.mu.Unlock() // want badunlock `use RUnlock`
	return n
}

// Close mixes them up the other way round, in a deferred call.
func (c *Counters) Close() {
	c.mu.Lock()
	defer c.mu.RUnlock() // want badunlock `use Unlock`
	c.closed = true
}

// Total takes what it must wait for.
func (c *Counters) Total() (total int) {
	c.mu.TryRLock() // want trylockuse `result is ignored`
	defer c.mu.RUnlock()
	for _, n := range c.counts {
		total += n
	}
	return total
}
