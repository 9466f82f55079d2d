// Package faulty holds faults that must be found: a function kept in a field
// runs under the lock that it takes.
package faulty

import "sync"

// The hook set by the constructor uses a method that locks.

type cache struct {
	mu      sync.Mutex
	m       map[string]int
	onEvict func(k string)
}

func (c *cache) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.m)
}

func (c *cache) evict(k string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.m, k)
	c.onEvict(k) // want `cache.mu is locked by a goroutine that holds it, a deadlock: locked at hooks.go:16 \(called from hooks.go:25, hooks.go:30\) while it is held since hooks.go:22`
}

func newCache() *cache {
	c := &cache{m: map[string]int{}}
	c.onEvict = func(string) { print(c.Len()) }
	return c
}

// A method value is kept.

type door struct {
	mu    sync.Mutex
	open  bool
	alert func()
}

func (d *door) status() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.open
}

func (d *door) ring() { print(d.status()) }

func (d *door) arm() { d.alert = d.ring }

func (d *door) push() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open = true
	if d.alert != nil {
		d.alert() // want `door.mu is locked by a goroutine that holds it, a deadlock: locked at hooks.go:43 \(called from hooks.go:57, hooks.go:48\) while it is held since hooks.go:53`
	}
}

// Handlers in a slice.

type bus struct {
	mu       sync.Mutex
	handlers []func(string)
	last     string
}

func (b *bus) setLast(s string) {
	b.mu.Lock()
	b.last = s
	b.mu.Unlock()
}

func (b *bus) fire(s string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, h := range b.handlers {
		h(s) // want `bus.mu is locked by a goroutine that holds it, a deadlock: locked at hooks.go:70 \(called from hooks.go:79, hooks.go:85\) while it is held since hooks.go:76`
	}
}

func newBus() *bus {
	b := &bus{}
	b.handlers = append(b.handlers, func(s string) { b.setLast(s) })
	return b
}
