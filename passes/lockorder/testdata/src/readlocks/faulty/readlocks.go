// Package faulty holds faults that must be found: read locks block each other
// only while a writer waits.
package faulty

import (
	"maps"
	"sync"
)

// Equal read-locks both maps in the order of its arguments; with a writer
// waiting on each, two opposite comparisons block each other.

type Map struct {
	mu sync.RWMutex
	m  map[string]int
}

func Equal(a, b *Map) bool {
	if a == b {
		return true
	}
	a.mu.RLock()
	defer a.mu.RUnlock()
	b.mu.RLock() // want `two instances of Map.mu are locked in an order set by the caller`
	defer b.mu.RUnlock()
	return maps.Equal(a.m, b.m)
}

func (m *Map) Set(k string, v int) { m.mu.Lock(); m.m[k] = v; m.mu.Unlock() }

// Two readers nest two RWMutexes in opposite orders; a writer waiting on each
// makes the inner read locks wait.

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
	m.edges.RLock()
	defer m.edges.RUnlock()
	for id := range m.e {
		if m.name(id) == "" { // want `lock order inversion, a deadlock: meta.edges -> meta.nodes -> meta.edges:`
			n++
		}
	}
	return n
}

func (m *meta) name(id int) string { m.nodes.RLock(); defer m.nodes.RUnlock(); return m.n[id] }
func (m *meta) addNode(id int)     { m.nodes.Lock(); m.n[id] = "node"; m.nodes.Unlock() }
func (m *meta) addEdge(a, b int)   { m.edges.Lock(); m.e[a] = b; m.edges.Unlock() }

// One side holds a read lock and waits to write the other; the other side's
// read-lock request is blocked by a third goroutine's waiting writer.

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
	x.cold.RLock()
	defer x.cold.RUnlock()
	if v, ok := x.c[k]; ok {
		return v
	}
	x.hot.RLock() // want `lock order inversion, a deadlock: caches.cold -> caches.hot -> caches.cold:`
	defer x.hot.RUnlock()
	return x.h[k]
}

func (x *caches) heat(k string, v int) { x.hot.Lock(); x.h[k] = v; x.hot.Unlock() }

// A progress check read-locks the watcher store and then the key store, against
// a documented order; a writer in flight plus a committer waiting for the write
// lock closes a three-goroutine cycle.

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
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.st.current() // want `lock order inversion, a deadlock: store.mu -> watch.mu -> store.mu:`
}

func (s *store) current() int { s.mu.RLock(); defer s.mu.RUnlock(); return s.rev }
func (s *store) commit()      { s.mu.Lock(); s.rev++; s.mu.Unlock() }
