// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: functions kept in fields.
package correct

import "sync"

// The hook runs after the release.

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
	delete(c.m, k)
	c.mu.Unlock()
	c.onEvict(k)
}

func newCache() *cache {
	c := &cache{m: map[string]int{}}
	c.onEvict = func(string) { print(c.Len()) }
	return c
}

// The hook of the door looks at another door.

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

func (d *door) push() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open = true
	if d.alert != nil {
		d.alert()
	}
}

func pair() (outer, inner *door) {
	outer, inner = &door{}, &door{}
	outer.alert = func() { print(inner.status()) }
	return outer, inner
}

// The handlers run in goroutines, or work on what they are given.

type bus struct {
	mu       sync.Mutex
	handlers []func(string)
	filters  []func(string) bool
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
	for _, f := range b.filters {
		if !f(s) {
			return
		}
	}
	for _, h := range b.handlers {
		go h(s)
	}
}

func newBus() *bus {
	b := &bus{}
	b.filters = append(b.filters, func(s string) bool { return s != "" })
	b.handlers = append(b.handlers, func(s string) { b.setLast(s) })
	return b
}

// The field is taken out under the lock and called without it.

type loader struct {
	mu   sync.Mutex
	done func()
	n    int
}

func (l *loader) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.n
}

func (l *loader) finish() {
	l.mu.Lock()
	f := l.done
	l.done = nil
	l.mu.Unlock()
	if f != nil {
		f()
	}
}

func newLoader() *loader {
	l := &loader{}
	l.done = func() { print(l.count()) }
	return l
}
