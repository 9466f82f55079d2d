// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: read locks block each other only while a writer
// waits.
package correct

import (
	"maps"
	"sync"
)

// The first map is copied, so only one lock is held at a time.

type Map struct {
	mu sync.RWMutex
	m  map[string]int
}

func Equal(a, b *Map) bool {
	if a == b {
		return true
	}
	x := a.clone()
	b.mu.RLock()
	defer b.mu.RUnlock()
	return maps.Equal(x, b.m)
}

func (m *Map) Set(k string, v int) { m.mu.Lock(); m.m[k] = v; m.mu.Unlock() }

func (m *Map) clone() map[string]int { m.mu.RLock(); defer m.mu.RUnlock(); return maps.Clone(m.m) }

// Dangling locks nodes, then edges.

type meta struct {
	nodes, edges sync.RWMutex
	n            map[int]string
	e            map[int]int
}

func (m *meta) degree(id int) (d int) {
	m.nodes.RLock()
	defer m.nodes.RUnlock()
	m.edges.RLock()
	defer m.edges.RUnlock()
	if m.n[id] != "" {
		d = m.e[id]
	}
	return d
}

func (m *meta) dangling() (n int) {
	m.nodes.RLock()
	defer m.nodes.RUnlock()
	m.edges.RLock()
	defer m.edges.RUnlock()
	for id := range m.e {
		if m.n[id] == "" {
			n++
		}
	}
	return n
}

func (m *meta) name(id int) string { m.nodes.RLock(); defer m.nodes.RUnlock(); return m.n[id] }
func (m *meta) addNode(id int)     { m.nodes.Lock(); m.n[id] = "node"; m.nodes.Unlock() }
func (m *meta) addEdge(a, b int)   { m.edges.Lock(); m.e[a] = b; m.edges.Unlock() }

// Lookup reads the hot side first and lets it go.

type caches struct {
	hot, cold sync.RWMutex
	h, c      map[string]int
}

func (x *caches) demote(k string) {
	x.hot.RLock()
	v := x.h[k]
	x.cold.Lock()
	x.c[k] = v
	x.cold.Unlock()
	x.hot.RUnlock()
}

func (x *caches) lookup(k string) int {
	x.hot.RLock()
	v, ok := x.h[k]
	x.hot.RUnlock()
	if ok {
		return v
	}
	x.cold.RLock()
	defer x.cold.RUnlock()
	return x.c[k]
}

func (x *caches) heat(k string, v int) { x.hot.Lock(); x.h[k] = v; x.hot.Unlock() }

// Read the revision before taking watch.mu.

type store struct {
	mu  sync.RWMutex
	rev int
}

type watch struct {
	mu    sync.RWMutex // never taken before st.mu
	st    *store
	dirty bool
}

type txn struct{ w *watch }

func (w *watch) begin() *txn { w.st.mu.RLock(); return &txn{w} }

func (t *txn) end() {
	t.w.mu.Lock()
	t.w.dirty = true
	t.w.st.mu.RUnlock()
	t.w.mu.Unlock()
}

func (w *watch) apply() { t := w.begin(); t.end() }

func (w *watch) progress() int {
	rev := w.st.current()
	w.mu.RLock()
	defer w.mu.RUnlock()
	return rev
}

func (s *store) current() int { s.mu.RLock(); defer s.mu.RUnlock(); return s.rev }
func (s *store) commit()      { s.mu.Lock(); s.rev++; s.mu.Unlock() }

// Three read locks in three rotations; the only writers run in init, before
// there are readers.

var (
	a, b, c    sync.RWMutex
	va, vb, vc int
)

func init() {
	a.Lock()
	va = 1
	a.Unlock()
	b.Lock()
	vb = 2
	b.Unlock()
	c.Lock()
	vc = 3
	c.Unlock()
}

func ab() int { a.RLock(); defer a.RUnlock(); b.RLock(); defer b.RUnlock(); return va + vb }
func bc() int { b.RLock(); defer b.RUnlock(); c.RLock(); defer c.RUnlock(); return vb + vc }
func ca() int { c.RLock(); defer c.RUnlock(); a.RLock(); defer a.RUnlock(); return vc + va }

// Two readers nest in both orders; the writers only ever try, so no waiting
// writer holds readers back.

type stats struct {
	in, out sync.RWMutex
	i, o    int
}

func (s *stats) diff() int {
	s.in.RLock()
	defer s.in.RUnlock()
	s.out.RLock()
	defer s.out.RUnlock()
	return s.i - s.o
}

func (s *stats) ratio() int {
	s.out.RLock()
	defer s.out.RUnlock()
	s.in.RLock()
	defer s.in.RUnlock()
	return s.o / (s.i + 1)
}

func (s *stats) addIn() bool {
	if !s.in.TryLock() {
		return false
	}
	defer s.in.Unlock()
	s.i++
	return true
}

func (s *stats) addOut() bool {
	if !s.out.TryLock() {
		return false
	}
	defer s.out.Unlock()
	s.o++
	return true
}

// One of the two locks is only ever read-locked, so the cycle through it cannot
// close.

type conf struct {
	frozen sync.RWMutex // nobody writes after construction
	mu     sync.RWMutex
	lim    int
	n      int
}

func newConf(lim int) *conf { return &conf{lim: lim} }

func (c *conf) allowed() bool {
	c.frozen.RLock()
	defer c.frozen.RUnlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	return c.n < c.lim
}

func (c *conf) left() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	c.frozen.RLock()
	defer c.frozen.RUnlock()
	return c.lim - c.n
}

// Two functions read-lock A and B in opposite orders and nothing ever
// write-locks either.

var (
	onlyA, onlyB   sync.RWMutex
	onlyVa, onlyVb = 1, 2
)

func sum() int {
	onlyA.RLock()
	defer onlyA.RUnlock()
	onlyB.RLock()
	defer onlyB.RUnlock()
	return onlyVa + onlyVb
}
func diff() int {
	onlyB.RLock()
	defer onlyB.RUnlock()
	onlyA.RLock()
	defer onlyA.RUnlock()
	return onlyVa - onlyVb
}
