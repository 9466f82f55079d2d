// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: functions kept in fields.
package correct

import "sync"

// The function runs after the release.

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
	v, ok := c.m[k]
	c.mu.RUnlock()
	if ok {
		return v
	}
	return c.onMiss(k)
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

// The subscribers run in goroutines, or do not come back.

type bus struct {
	mu    sync.RWMutex
	subs  []func(string)
	quick []func(string)
	name  string
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
		go f(s)
	}
	for _, f := range b.quick {
		f(s)
	}
}

func newBus() *bus {
	b := &bus{name: "main"}
	b.subscribe(func(s string) { print(b.Name(), s) })
	b.quick = append(b.quick, func(s string) { print(s) })
	return b
}
