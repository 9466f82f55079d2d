// Package faulty holds faults that must be found: bodies of range statements
// over functions.
package faulty

import (
	"iter"
	"sync"
)

// An iterator yields with the store read-locked, so the body of the range
// statement runs under that lock and takes the index.

type entry struct {
	key string
	val int
}

type store struct {
	mu sync.RWMutex
	m  map[string]*entry
}

func (s *store) all() iter.Seq[*entry] {
	return func(yield func(*entry) bool) {
		s.mu.RLock()
		defer s.mu.RUnlock()
		for _, e := range s.m {
			if !yield(e) {
				return
			}
		}
	}
}

func (s *store) remove(k string) { s.mu.Lock(); delete(s.m, k); s.mu.Unlock() }

type index struct {
	mu sync.Mutex
	m  map[int]string
	s  *store
}

func (ix *index) rebuild() {
	for e := range ix.s.all() {
		ix.mu.Lock()
		ix.m[e.val] = e.key
		ix.mu.Unlock()
	}
}

func (ix *index) drop(v int) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.s.remove(ix.m[v]) // want `lock order inversion, a deadlock: index.mu -> store.mu -> index.mu:`
	delete(ix.m, v)
}

// The body of a range over a function locks the connection and counts on the
// server under it; the server locks its connections under its own lock.

type conn struct {
	mu  sync.Mutex
	out []string
	srv *server
}

type server struct {
	mu    sync.Mutex
	conns []*conn
	sent  int
}

func upTo(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func (c *conn) flush() {
	for i := range upTo(3) {
		c.mu.Lock()
		if i < len(c.out) {
			c.srv.count()
		}
		c.mu.Unlock()
	}
}

func (s *server) count() { s.mu.Lock(); s.sent++; s.mu.Unlock() }

func (s *server) shout(m string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		c.mu.Lock() // want `lock order inversion, a deadlock: conn.mu -> server.mu -> conn.mu:`
		c.out = append(c.out, m)
		c.mu.Unlock()
	}
}
