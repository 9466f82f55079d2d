// Package faulty holds faults that must be found: function values that run
// under a read lock and take it.
package faulty

import (
	"slices"
	"sync"
)

type chain struct {
	mu     sync.RWMutex
	blocks map[int]string
	order  []int
}

func (c *chain) add(id int, b string) {
	c.mu.Lock()
	c.blocks[id] = b
	c.order = append(c.order, id)
	c.mu.Unlock()
}

func (c *chain) Get(id int) string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.blocks[id]
}

func (c *chain) Compare(a, b int) int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return len(c.blocks[a]) - len(c.blocks[b])
}

// A function called for each element asks for another one.

func (c *chain) forEach(f func(id int)) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	for _, id := range c.order {
		f(id)
	}
}

func (c *chain) links() (out []string) {
	c.forEach(func(id int) {
		out = append(out, c.Get(id-1)) // want `chain.mu is read-locked twice, a deadlock if the writer at closures.go:17 comes in between: read-locked at closures.go:24 \(called from closures.go:41, closures.go:47\) while it is read-locked since closures.go:38`
	})
	return out
}

// The order is decided by a method that reads.

func (c *chain) longest() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return slices.MaxFunc(c.order, c.Compare) // want `chain.mu is read-locked twice, a deadlock if the writer at closures.go:17 comes in between: read-locked at closures.go:30 \(called from closures.go:57\) while it is read-locked since closures.go:55`
}

// A local closure reads, under the read lock of the function.

func (c *chain) pair(a, b int) string {
	get := func(id int) string {
		c.mu.RLock() // want `chain.mu is read-locked twice, a deadlock if the writer at closures.go:17 comes in between: read-locked at closures.go:64 \(called from closures.go:73\) while it is read-locked since closures.go:68`
		defer c.mu.RUnlock()
		return c.blocks[id]
	}
	c.mu.RLock()
	defer c.mu.RUnlock()
	if _, ok := c.blocks[a]; !ok {
		return ""
	}
	return get(b)
}

// A transaction runs under the read lock.

func (c *chain) view(f func(map[int]string) error) error {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return f(c.blocks)
}

func (c *chain) head() (b string, err error) {
	err = c.view(func(m map[int]string) error {
		b = c.Get(len(m) - 1) // want `chain.mu is read-locked twice, a deadlock if the writer at closures.go:17 comes in between: read-locked at closures.go:24 \(called from closures.go:81, closures.go:86\) while it is read-locked since closures.go:79`
		return nil
	})
	return b, err
}
