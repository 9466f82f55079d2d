// Package faulty holds faults that must be found: function values that run
// under a lock and take it.
package faulty

import (
	"slices"
	"sort"
	"sync"
)

// A closure run under the lock of the catalog uses the method that locks.

type catalog struct {
	mu    sync.Mutex
	price map[string]int
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

func (c *catalog) expire(limit int) {
	c.with(func(m map[string]int) {
		for name, p := range m {
			if p > limit {
				c.Remove(name) // want `catalog.mu is locked by a goroutine that holds it, a deadlock: locked at closures.go:25 \(called from closures.go:21, closures.go:34\) while it is held since closures.go:19`
			}
		}
	})
}

// So does a method value.

func (c *catalog) each(f func(string)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name := range c.price {
		f(name)
	}
}

func (c *catalog) clear() {
	c.each(c.Remove) // want `catalog.mu is locked by a goroutine that holds it, a deadlock: locked at closures.go:25 \(called from closures.go:46\) while it is held since closures.go:43`
}

// The less function is called by sort, under the lock of the caller of sort.

func (c *catalog) Compare(a, b string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.price[a] - c.price[b]
}

func (c *catalog) ranked(names []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	sort.Slice(names, func(i, j int) bool { return c.Compare(names[i], names[j]) < 0 }) // want `catalog.mu is locked by a goroutine that holds it, a deadlock: locked at closures.go:57 \(called from closures.go:65, closures.go:65\) while it is held since closures.go:63`
}

func (c *catalog) rankedToo(names []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	slices.SortFunc(names, func(a, b string) int { return c.Compare(a, b) }) // want `catalog.mu is locked by a goroutine that holds it, a deadlock: locked at closures.go:57 \(called from closures.go:71, closures.go:71\) while it is held since closures.go:69`
}

// A sync.Map is ranged over under the lock.

type hub struct {
	mu    sync.Mutex
	open  int
	conns sync.Map
}

func (h *hub) closed() {
	h.mu.Lock()
	h.open--
	h.mu.Unlock()
}

func (h *hub) stop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.conns.Range(func(k, _ any) bool {
		h.conns.Delete(k)
		h.closed() // want `hub.mu is locked by a goroutine that holds it, a deadlock: locked at closures.go:83 \(called from closures.go:91, closures.go:93\) while it is held since closures.go:89`
		return true
	})
}

// A local closure that locks is called where the lock is held.

type sampler struct {
	mu   sync.Mutex
	vals []int
}

func (s *sampler) fill(n int) int {
	add := func(v int) {
		s.mu.Lock() // want `sampler.mu is locked by a goroutine that holds it, a deadlock: locked at closures.go:107 \(called from closures.go:117\) while it is held since closures.go:114`
		s.vals = append(s.vals, v)
		s.mu.Unlock()
	}
	for i := range n {
		add(i)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.vals) == 0 {
		add(0)
	}
	return len(s.vals)
}

// A deferred closure locks, and runs before the deferred unlock.

type task struct {
	mu   sync.Mutex
	runs int
	done bool
}

func (t *task) exec(f func() error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.runs++
	defer func() {
		t.mu.Lock() // want `task.mu is locked by a goroutine that holds it, a deadlock: locked at closures.go:135 \(called from closures.go:134\) while it is held since closures.go:131`
		t.done = true
		t.mu.Unlock()
	}()
	return f()
}

// A method value, chosen beforehand, is called under the lock it takes.

type buffer struct {
	mu   sync.Mutex
	data []byte
}

func (b *buffer) flush() { b.mu.Lock(); b.data = b.data[:0]; b.mu.Unlock() }

func (b *buffer) write(p []byte) {
	full := b.flush
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.data)+len(p) > cap(b.data) {
		full() // want `buffer.mu is locked by a goroutine that holds it, a deadlock: locked at closures.go:149 \(called from closures.go:156\) while it is held since closures.go:153`
	}
	b.data = append(b.data, p...)
}
