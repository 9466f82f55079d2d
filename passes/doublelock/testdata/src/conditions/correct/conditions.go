// Package correct holds code of which nothing may be said: the conditions keep
// the two acquisitions apart.
package correct

import (
	"errors"
	"sync"
)

// The caller that holds the lock says so.

type ring struct {
	mu    sync.Mutex
	slots []string
}

func (r *ring) at(i int, lock bool) string {
	if lock {
		r.mu.Lock()
		defer r.mu.Unlock()
	}
	return r.slots[i%len(r.slots)]
}

func (r *ring) join(name string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.slots = append(r.slots, name)
	return r.at(0, false)
}

func (r *ring) First() string { return r.at(0, true) }

// The flag is handed on from function to function.

func (r *ring) pair(i int, lock bool) [2]string {
	if lock {
		r.mu.Lock()
		defer r.mu.Unlock()
	}
	return [2]string{r.at(i, false), r.at(i+1, false)}
}

func (r *ring) both(i int, lock bool) string { return r.at(i, lock) }

func (r *ring) leave() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.slots = r.slots[1:]
	return r.both(0, false)
}

// The second acquisition is for those who did not take the first.

type cell struct {
	mu   sync.Mutex
	val  int
	safe bool
}

func (c *cell) set(val int, notify bool) {
	if notify {
		c.mu.Lock()
		defer c.mu.Unlock()
	}
	c.val = val
	if !notify {
		c.mu.Lock()
		c.val++
		c.mu.Unlock()
	}
}

// A local flag follows the lock.

func (c *cell) update(vals []int) {
	locked := false
	for _, v := range vals {
		if !locked {
			c.mu.Lock()
			locked = true
		}
		c.val += v
	}
	if locked {
		c.mu.Unlock()
	}
}

// Locked when there was no error, and released under the same condition.

func (c *cell) apply(f func() error) error {
	err := f()
	if err == nil {
		c.mu.Lock()
	}
	if err != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.val = -1
		return err
	}
	defer c.mu.Unlock()
	c.val++
	return nil
}

// The failed trylock is followed by Lock; the successful one is not.

func (c *cell) add() {
	if !c.mu.TryLock() {
		c.mu.Lock()
	}
	c.val++
	c.mu.Unlock()
}

func (c *cell) busy(count func()) {
	ok := c.mu.TryLock()
	if !ok {
		count()
		c.mu.Lock()
	}
	defer c.mu.Unlock()
	c.val++
}

// A helper returns with the lock held only if it returns no error.

var errClosed = errors.New("closed")

type gate struct {
	mu     sync.Mutex
	closed bool
}

func (g *gate) enter() error {
	g.mu.Lock()
	if g.closed {
		g.mu.Unlock()
		return errClosed
	}
	return nil
}

func (g *gate) pass() {
	if err := g.enter(); err != nil {
		g.mu.Lock()
		g.closed = false
		g.mu.Unlock()
		return
	}
	g.mu.Unlock()
}

// An optional cache is locked if there is one, and each time it is the same.

func fill(c *cell, vals []int) {
	if c != nil {
		c.mu.Lock()
	}
	n := len(vals)
	if c != nil {
		c.val = n
		c.mu.Unlock()
	}
	if c != nil {
		c.mu.Lock()
		c.safe = true
		c.mu.Unlock()
	}
}
