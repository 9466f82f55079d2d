// Package faulty holds faults that must be found: nested locks in plain calls,
// in chains and rings of calls.
package faulty

import (
	"sync"
)

// A broadcast under the registry lock reaches the session lock three calls
// down; closing a session takes the registry lock under its own.

type registry struct {
	mu       sync.Mutex
	sessions map[string]*session
}

type session struct {
	mu   sync.Mutex
	id   string
	reg  *registry
	sent int
}

func (r *registry) broadcast(msg string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.sessions {
		s.deliver(msg)
	}
}

func (s *session) deliver(msg string) { s.enqueue(msg, 1) }

func (s *session) enqueue(msg string, prio int) {
	if prio > 0 {
		s.account(len(msg))
	}
}

func (s *session) account(n int) { s.mu.Lock(); s.sent += n; s.mu.Unlock() }

func (s *session) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent = 0
	s.reg.forget(s.id) // want `lock order inversion, a deadlock: registry.mu -> session.mu -> registry.mu:`
}

func (r *registry) forget(id string) { r.mu.Lock(); delete(r.sessions, id); r.mu.Unlock() }

// Scheduler -> worker -> queue -> scheduler, each edge in a function of its
// own; no two locks are ever inverted directly.

type scheduler struct {
	mu      sync.Mutex
	workers []*worker
	pending int
}

type worker struct {
	mu   sync.Mutex
	q    *queue
	busy bool
}

type queue struct {
	mu    sync.Mutex
	sched *scheduler
	items []int
}

func (s *scheduler) rebalance() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.workers {
		w.mu.Lock()
		w.busy = s.pending > 0
		w.mu.Unlock()
	}
}

func (w *worker) take() (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.busy = true
	return w.q.pop()
}

func (q *queue) pop() (n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		return 0
	}
	n, q.items = q.items[0], q.items[1:]
	return n
}

func (q *queue) push(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, n)
	q.sched.wake() // want `lock order inversion, a deadlock: queue.mu -> scheduler.mu -> worker.mu -> queue.mu:`
}

func (s *scheduler) wake() { s.mu.Lock(); s.pending++; s.mu.Unlock() }

// Reset and Snapshot take the same three package-level mutexes in opposite
// orders.

var (
	histMu, gaugeMu, countMu sync.Mutex
	hists, gauges, counts    = map[string]int{}, map[string]int{}, map[string]int{}
)

func ResetAll() {
	countMu.Lock()
	defer countMu.Unlock()
	gaugeMu.Lock()
	defer gaugeMu.Unlock()
	histMu.Lock()
	defer histMu.Unlock()
	clear(counts)
	clear(gauges)
	clear(hists)
}

func Snapshot() int {
	histMu.Lock()
	defer histMu.Unlock()
	gaugeMu.Lock() // want `lock order inversion, a deadlock: gaugeMu -> histMu -> gaugeMu:`
	defer gaugeMu.Unlock()
	countMu.Lock() // want `lock order inversion, a deadlock: countMu -> gaugeMu -> countMu:`
	defer countMu.Unlock()
	return len(hists) + len(gauges) + len(counts)
}

// A package-level pool lock is taken under a connection's lock on close, and
// the connection's under the pool's in the idle sweep.

var (
	poolMu sync.Mutex
	idle   = map[*pconn]bool{}
)

type pconn struct {
	mu     sync.Mutex
	broken bool
}

func sweep() (dead int) {
	poolMu.Lock()
	defer poolMu.Unlock()
	for pc := range idle {
		if pc.isBroken() {
			delete(idle, pc)
			dead++
		}
	}
	return dead
}

func (pc *pconn) isBroken() bool { pc.mu.Lock(); defer pc.mu.Unlock(); return pc.broken }

func (pc *pconn) close() {
	pc.mu.Lock()
	defer pc.mu.Unlock()
	if pc.broken {
		return
	}
	pc.broken = true
	poolMu.Lock() // want `lock order inversion, a deadlock: pconn.mu -> poolMu -> pconn.mu:`
	delete(idle, pc)
	poolMu.Unlock()
}

// A recursive walk under the tree lock counts each node in the statistics; the
// statistics ask the tree for its size under their lock.

type tree struct {
	mu   sync.RWMutex
	root *node
	size int
	st   *stats
}

type node struct {
	l, r *node
	v    int
}

type stats struct {
	mu    sync.Mutex
	t     *tree
	seen  map[int]int
	ratio int
}

func (t *tree) visit() {
	t.mu.RLock()
	defer t.mu.RUnlock()
	t.walk(t.root)
}

func (t *tree) walk(n *node) {
	if n == nil {
		return
	}
	t.walk(n.l)
	t.st.hit(n.v)
	t.walk(n.r)
}

func (s *stats) hit(v int) { s.mu.Lock(); s.seen[v]++; s.mu.Unlock() }

func (t *tree) resize(n int) {
	t.mu.Lock()
	t.size = n
	t.mu.Unlock()
}

func (s *stats) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.seen)
	s.t.resize(0) // want `lock order inversion, a deadlock: stats.mu -> tree.mu -> stats.mu:`
}
