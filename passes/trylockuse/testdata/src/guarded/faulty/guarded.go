// Package faulty holds faults that must be found: what a lock guards is changed
// in the same way whether or not the attempt to take it succeeds.
package faulty

import (
	"log"
	"sync"
)

// The release heeds the result and the change does not.

type weights struct {
	mu sync.Mutex
	m  map[string]int
}

func (w *weights) set(k string, n int) {
	ok := w.mu.TryLock() // want `^what weights.mu guards is changed whether this attempt to lock it succeeds or not$`
	w.m[k] = n
	if ok {
		w.mu.Unlock()
	}
}

// The failed branch only logs.

type cursor struct {
	mu     sync.Mutex
	offset int64
	seen   int
}

func (c *cursor) advance(n int64) {
	locked := c.mu.TryLock() // want `what cursor.mu guards is changed whether this attempt to lock it succeeds or not`
	if !locked {
		log.Print("cursor busy")
	}
	c.offset += n
	if locked {
		c.seen++
		c.mu.Unlock()
	}
}

// A deferred release that looks at the result.

type roster struct {
	mu    sync.Mutex
	names map[string]bool
}

func (r *roster) leave(name string) {
	if r.mu.TryLock() { // want `what roster.mu guards is changed whether this attempt to lock it succeeds or not`
		defer r.mu.Unlock()
	}
	delete(r.names, name)
}

// The change is made by a method that expects the lock.

type gauge struct {
	mu   sync.Mutex
	last float64
	max  float64
}

func (g *gauge) recordLocked(v float64) {
	g.last = v
	g.max = max(g.max, v)
}

func (g *gauge) record(v float64) {
	got := g.mu.TryLock() // want `what gauge.mu guards is changed whether this attempt to lock it succeeds or not`
	g.recordLocked(v)
	if got {
		g.mu.Unlock()
	}
}
