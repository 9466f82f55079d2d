// Package faulty holds faults that must be found: a function kept in a field
// runs under the read lock that it takes.
package faulty

import "sync"

type cache struct {
	mu     sync.RWMutex
	m      map[string]string
	onMiss func(k string) string
}

func (c *cache) put(k, v string) {
	c.mu.Lock()
	c.m[k] = v
	c.mu.Unlock()
}

func (c *cache) Len() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return len(c.m)
}

func (c *cache) get(k string) string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if v, ok := c.m[k]; ok {
		return v
	}
	return c.onMiss(k) // want `cache.mu is read-locked twice, a deadlock if the writer at hooks.go:14 comes in between: read-locked at hooks.go:20 \(called from hooks.go:31, hooks.go:37\) while it is read-locked since hooks.go:26`
}

func newCache() *cache {
	c := &cache{m: map[string]string{}}
	c.onMiss = func(k string) string {
		if c.Len() == 0 {
			return ""
		}
		return k
	}
	return c
}

// A list of functions.

type bus struct {
	mu   sync.RWMutex
	subs []func(string)
	name string
}

func (b *bus) subscribe(f func(string)) {
	b.mu.Lock()
	b.subs = append(b.subs, f)
	b.mu.Unlock()
}

func (b *bus) Name() string {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.name
}

func (b *bus) emit(s string) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, f := range b.subs {
		f(s) // want `bus.mu is read-locked twice, a deadlock if the writer at hooks.go:54 comes in between: read-locked at hooks.go:60 \(called from hooks.go:69, hooks.go:75\) while it is read-locked since hooks.go:66`
	}
}

func newBus() *bus {
	b := &bus{name: "main"}
	b.subscribe(func(s string) { print(b.Name(), s) })
	return b
}
