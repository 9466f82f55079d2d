// Package faulty holds faults that must be found: a trylock of a lock that the
// same goroutine holds, which can never succeed.
package faulty

import "sync"

// In one function.

type wal struct {
	mu      sync.Mutex
	buf     []byte
	flushed int
}

func (w *wal) append(rec []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.buf = append(w.buf, rec...)
	if len(w.buf) > 4096 {
		if w.mu.TryLock() { // want `^wal.mu is tried by a goroutine that holds it, which always fails: tried at own.go:20 while it is held since own.go:16$`
			w.flushed += len(w.buf)
			w.buf = w.buf[:0]
			w.mu.Unlock()
		}
	}
}

// Through a call.

type cache struct {
	mu    sync.Mutex
	items map[string]int64
	limit int
}

func (c *cache) shrink() {
	if !c.mu.TryLock() {
		return
	}
	defer c.mu.Unlock()
	for k := range c.items {
		if len(c.items) <= c.limit {
			break
		}
		delete(c.items, k)
	}
}

func (c *cache) put(k string, t int64) {
	c.mu.Lock()
	c.items[k] = t
	c.mu.Unlock()
	c.shrink()
}

func (c *cache) expire(now int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, t := range c.items {
		if t < now {
			delete(c.items, k)
		}
	}
	c.shrink() // want `cache.mu is tried by a goroutine that holds it, which always fails: tried at own.go:37 \(called from own.go:\d+\) while it is held since own.go:57`
}

// An upgrade: the reader itself keeps the writer out.

type catalog struct {
	mu    sync.RWMutex
	nodes map[string]string
	hits  map[string]int
}

func (c *catalog) lookup(name string) string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.mu.TryLock() { // want `catalog.mu is tried by a goroutine that holds it, which always fails: tried at own.go:\d+ while it is held since own.go:\d+`
		c.hits[name]++
		c.mu.Unlock()
	}
	return c.nodes[name]
}

// A reader's attempt under the writer's lock.

func (c *catalog) register(name, addr string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nodes[name] = addr
	if c.mu.TryRLock() { // want `catalog.mu is tried by a goroutine that holds it, which always fails:`
		c.hits[name] = 0
		c.mu.RUnlock()
	}
}

// The lock is held by a successful attempt.

type session struct {
	mu   sync.Mutex
	user string
}

func (s *session) renew(user string) bool {
	if !s.mu.TryLock() {
		return false
	}
	defer s.mu.Unlock()
	return s.rename(user) // want `session.mu is tried by a goroutine that holds it, which always fails: tried at own.go:\d+ \(called from own.go:\d+\) while it is held since own.go:\d+`
}

func (s *session) rename(user string) bool {
	if s.mu.TryLock() {
		s.user = user
		s.mu.Unlock()
		return true
	}
	return false
}

// A callback that runs under the lock.

type registry struct {
	mu    sync.Mutex
	names []string
	stale int
}

func (r *registry) each(f func(string)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, n := range r.names {
		f(n)
	}
}

func (r *registry) audit() {
	r.each(func(n string) {
		if n == "" && r.mu.TryLock() { // want `registry.mu is tried by a goroutine that holds it, which always fails:`
			r.stale++
			r.mu.Unlock()
		}
	})
}

// A package variable.

var (
	modeMu sync.Mutex
	mode   int
)

func setMode(n int) {
	modeMu.Lock()
	mode = n
	announce() // want `modeMu is tried by a goroutine that holds it, which always fails:`
	modeMu.Unlock()
}

func announce() {
	if modeMu.TryLock() {
		mode++
		modeMu.Unlock()
	}
}
