// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: nested locks in plain calls, in chains and rings
// of calls.
package correct

import (
	"sync"
)

// The session lock is released before the registry is told.

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
	s.sent = 0
	s.mu.Unlock()
	s.reg.forget(s.id)
}

func (r *registry) forget(id string) { r.mu.Lock(); delete(r.sessions, id); r.mu.Unlock() }

// Push wakes the scheduler after it released the queue.

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
	q.items = append(q.items, n)
	q.mu.Unlock()
	q.sched.wake()
}

func (s *scheduler) wake() { s.mu.Lock(); s.pending++; s.mu.Unlock() }

// Every function takes hist, gauge, count in that order.

var (
	histMu, gaugeMu, countMu sync.Mutex
	hists, gauges, counts    = map[string]int{}, map[string]int{}, map[string]int{}
)

func ResetAll() {
	histMu.Lock()
	defer histMu.Unlock()
	gaugeMu.Lock()
	defer gaugeMu.Unlock()
	countMu.Lock()
	defer countMu.Unlock()
	clear(counts)
	clear(gauges)
	clear(hists)
}

func Snapshot() int {
	histMu.Lock()
	defer histMu.Unlock()
	gaugeMu.Lock()
	defer gaugeMu.Unlock()
	countMu.Lock()
	defer countMu.Unlock()
	return len(hists) + len(gauges) + len(counts)
}

// Close leaves its own lock before it takes the pool's.

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
	was := pc.broken
	pc.broken = true
	pc.mu.Unlock()
	if was {
		return
	}
	poolMu.Lock()
	delete(idle, pc)
	poolMu.Unlock()
}

// Reset calls the tree after the statistics are released.

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
	clear(s.seen)
	s.mu.Unlock()
	s.t.resize(0)
}

// Six functions nest three locks, in whole or in part, always in the same
// order.

type core struct {
	cfg, state, log sync.Mutex
	c, s            int
	l               []int
}

func (x *core) all() {
	x.cfg.Lock()
	defer x.cfg.Unlock()
	x.state.Lock()
	defer x.state.Unlock()
	x.note(x.c)
}

func (x *core) note(n int) { x.log.Lock(); x.l = append(x.l, n); x.log.Unlock() }

func (x *core) setState(n int) {
	x.state.Lock()
	x.s = n
	x.note(n)
	x.state.Unlock()
}

func (x *core) reload(n int) {
	x.cfg.Lock()
	x.c = n
	x.note(n)
	x.cfg.Unlock()
	x.setState(n)
}

func (x *core) check() bool {
	x.cfg.Lock()
	defer x.cfg.Unlock()
	x.state.Lock()
	defer x.state.Unlock()
	return x.c == x.s
}

// Three types each have fields mu and inner; the orders differ by type and
// never meet.

type A struct {
	mu    sync.Mutex
	inner sync.Mutex
	n     int
}

type B struct {
	mu    sync.Mutex
	inner sync.Mutex
	n     int
}

type both struct {
	A
	b B
}

func (a *A) inc() { a.mu.Lock(); defer a.mu.Unlock(); a.inner.Lock(); a.n++; a.inner.Unlock() }
func (b *B) inc() { b.inner.Lock(); defer b.inner.Unlock(); b.mu.Lock(); b.n++; b.mu.Unlock() }

func (x *both) incAll() {
	x.A.inc()
	x.b.inc()
}

// Each stage of a pipeline releases its lock before the next takes its own;
// together they go round in a circle.

type stage struct {
	a, b, c sync.Mutex
	x, y, z int
}

func (s *stage) first(n int) { s.a.Lock(); s.x += n; n = s.x; s.a.Unlock(); s.second(n) }

func (s *stage) second(n int) {
	s.b.Lock()
	s.y += n
	n = s.y
	s.b.Unlock()
	s.third(n)
}

func (s *stage) third(n int) {
	s.c.Lock()
	s.z += n
	again := s.z < 10
	s.c.Unlock()
	if again {
		s.first(1)
	}
}

// The list is copied under the lock and walked after it; the elements lock the
// list under their own lock.

type group struct {
	mu sync.Mutex
	ms []*member
}

type member struct {
	mu sync.Mutex
	g  *group
	n  int
}

func (g *group) total() (n int) {
	g.mu.Lock()
	ms := make([]*member, len(g.ms))
	copy(ms, g.ms)
	g.mu.Unlock()
	for _, m := range ms {
		m.mu.Lock()
		n += m.n
		m.mu.Unlock()
	}
	return n
}

func (m *member) leave() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.g.mu.Lock()
	defer m.g.mu.Unlock()
	for i, x := range m.g.ms {
		if x == m {
			m.g.ms = append(m.g.ms[:i], m.g.ms[i+1:]...)
			return
		}
	}
}
