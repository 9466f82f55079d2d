// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: bodies of range statements over functions.
package correct

import (
	"iter"
	"maps"
	"sync"
)

// Drop leaves the index before it takes the store.

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
	k := ix.m[v]
	delete(ix.m, v)
	ix.mu.Unlock()
	ix.s.remove(k)
}

// The body unlocks before it counts.

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
		has := i < len(c.out)
		c.mu.Unlock()
		if has {
			c.srv.count()
		}
	}
}

func (s *server) count() { s.mu.Lock(); s.sent++; s.mu.Unlock() }

func (s *server) shout(m string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		c.mu.Lock()
		c.out = append(c.out, m)
		c.mu.Unlock()
	}
}

// The iterator copies under the lock and yields without it; the body takes the
// lock that the store is taken under elsewhere.

type snapshotStore struct {
	mu sync.RWMutex
	m  map[string]int
}

func (s *snapshotStore) all() iter.Seq2[string, int] {
	s.mu.RLock()
	snap := maps.Clone(s.m)
	s.mu.RUnlock()
	return func(yield func(string, int) bool) {
		for k, v := range snap {
			if !yield(k, v) {
				return
			}
		}
	}
}

type snapshotIndex struct {
	mu sync.Mutex
	s  *snapshotStore
	by map[int]string
}

func (ix *snapshotIndex) rebuild() {
	for k, v := range ix.s.all() {
		ix.mu.Lock()
		ix.by[v] = k
		ix.mu.Unlock()
	}
}

func (ix *snapshotIndex) drop(v int) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.s.mu.Lock()
	delete(ix.s.m, ix.by[v])
	ix.s.mu.Unlock()
}

// The body of a range over a function locks and unlocks, with continue and
// break in between, then calls out.

type srv struct {
	mu sync.Mutex
	cs []*oneConn
	n  int
}

type oneConn struct {
	mu sync.Mutex
	s  *srv
	q  []int
}

func numbers(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func (c *oneConn) pump(n int) {
	for i := range numbers(n) {
		c.mu.Lock()
		if len(c.q) == 0 {
			c.mu.Unlock()
			break
		}
		if c.q[0] == i {
			c.mu.Unlock()
			continue
		}
		c.q = c.q[1:]
		c.mu.Unlock()
		c.s.mu.Lock()
		c.s.n++
		c.s.mu.Unlock()
	}
}

func (s *srv) queued() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.cs {
		c.mu.Lock()
		n += len(c.q)
		c.mu.Unlock()
	}
	return n
}
