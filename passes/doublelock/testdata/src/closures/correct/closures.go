// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: function values and locks.
package correct

import (
	"sort"
	"sync"
)

// The closure uses what it is given.

type catalog struct {
	mu    sync.Mutex
	price map[string]int
	after []func()
}

func (c *catalog) with(f func(map[string]int)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f(c.price)
}

func (c *catalog) Remove(name string) {
	c.mu.Lock()
	delete(c.price, name)
	c.mu.Unlock()
}

func (c *catalog) Price(name string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.price[name]
}

func (c *catalog) expire(limit int) {
	c.with(func(m map[string]int) {
		for name, p := range m {
			if p > limit {
				delete(m, name)
			}
		}
	})
}

// The closure collects, and its maker removes.

func (c *catalog) expireLater(limit int) {
	var old []string
	c.with(func(m map[string]int) {
		for name, p := range m {
			if p > limit {
				old = append(old, name)
			}
		}
	})
	for _, name := range old {
		c.Remove(name)
	}
}

// The function is called with a copy, after the release.

func (c *catalog) each(f func(string)) {
	c.mu.Lock()
	names := make([]string, 0, len(c.price))
	for name := range c.price {
		names = append(names, name)
	}
	c.mu.Unlock()
	for _, name := range names {
		f(name)
	}
}

func (c *catalog) clear() { c.each(c.Remove) }

// The less function runs after the release.

func (c *catalog) ranked() []string {
	var names []string
	c.with(func(m map[string]int) {
		for name := range m {
			names = append(names, name)
		}
	})
	sort.Slice(names, func(i, j int) bool { return c.Price(names[i]) < c.Price(names[j]) })
	return names
}

// A closure that locks is made under the lock and called later.

func (c *catalog) remover(name string) func() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.price[name]; !ok {
		return func() {}
	}
	return func() { c.Remove(name) }
}

// Closures that lock are queued under the lock and run without it.

func (c *catalog) later(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.after = append(c.after, func() { c.Remove(name) })
}

func (c *catalog) settle() {
	c.mu.Lock()
	run := c.after
	c.after = nil
	c.mu.Unlock()
	for _, f := range run {
		f()
	}
}

// The closure works on another catalog than the one that runs it.

func merge(dst, src *catalog) {
	src.with(func(m map[string]int) {
		for name := range m {
			if dst.Price(name) == 0 {
				dst.Remove(name)
			}
		}
	})
}

// The deferred closure expects the lock.

type task struct {
	mu   sync.Mutex
	runs int
	done bool
}

func (t *task) exec(f func() error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.runs++
	defer func() { t.done = true }()
	return f()
}

// The deferred closure locks, and runs after the deferred unlock.

func (t *task) trace(f func()) {
	defer func() {
		t.mu.Lock()
		t.runs--
		t.mu.Unlock()
	}()
	t.mu.Lock()
	defer t.mu.Unlock()
	f()
}

// A local closure that unlocks is called before the second lock.

func (t *task) twice(f func() bool) {
	t.mu.Lock()
	release := func() { t.mu.Unlock() }
	if !f() {
		release()
		return
	}
	release()
	t.mu.Lock()
	t.runs++
	release()
}
