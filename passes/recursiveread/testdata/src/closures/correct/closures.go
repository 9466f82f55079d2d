// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: function values and read locks.
package correct

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

// The function is called from a copy, after the release.

func (c *chain) forEach(f func(id int)) {
	c.mu.RLock()
	order := slices.Clone(c.order)
	c.mu.RUnlock()
	for _, id := range order {
		f(id)
	}
}

func (c *chain) links() (out []string) {
	c.forEach(func(id int) {
		out = append(out, c.Get(id-1))
	})
	return out
}

// The closure uses what it is given.

func (c *chain) view(f func(map[int]string) error) error {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return f(c.blocks)
}

func (c *chain) head() (b string, err error) {
	err = c.view(func(m map[int]string) error {
		b = m[len(m)-1]
		return nil
	})
	return b, err
}

// The closure reads another chain.

func (c *chain) missing(from *chain) (n int) {
	from.view(func(m map[int]string) error {
		for id := range m {
			if c.Get(id) == "" {
				n++
			}
		}
		return nil
	})
	return n
}

// The closure is made under the read lock and runs later.

func (c *chain) getter(id int) func() string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if _, ok := c.blocks[id]; !ok {
		return func() string { return "" }
	}
	return func() string { return c.Get(id) }
}

// The comparison looks at what it is given.

func (c *chain) longest() string {
	c.mu.RLock()
	blocks := make([]string, 0, len(c.blocks))
	for _, b := range c.blocks {
		blocks = append(blocks, b)
	}
	c.mu.RUnlock()
	return slices.MaxFunc(blocks, func(a, b string) int { return len(a) - len(b) })
}
