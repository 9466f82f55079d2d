// Package faulty holds faults that must be found: what is held depends on the
// path.
package faulty

import (
	"sync"
)

// The arms of a switch take different locks, and the common tail takes the log;
// one arm's order is inverted by the log's trim.

type op int

const (
	opRead op = iota
	opWrite
	opAdmin
)

type core struct {
	data, admin, log sync.Mutex
	entries          []op
	quota            int
}

func (c *core) do(o op) {
	switch o {
	case opRead:
	case opWrite:
		c.data.Lock()
		defer c.data.Unlock()
	case opAdmin:
		c.admin.Lock()
		defer c.admin.Unlock()
		c.quota++
	}
	c.log.Lock()
	c.entries = append(c.entries, o)
	c.log.Unlock()
}

func (c *core) trim() {
	c.log.Lock()
	defer c.log.Unlock()
	c.admin.Lock() // want `lock order inversion, a deadlock: core.admin -> core.log -> core.admin:`
	if len(c.entries) > c.quota {
		c.entries = c.entries[:c.quota]
	}
	c.admin.Unlock()
}

// One arm of a select handles a message under the peer lock and calls the hub;
// the hub drops peers under its lock.

type hub struct {
	mu    sync.Mutex
	peers map[*peer]bool
	seen  int
}

type peer struct {
	mu   sync.Mutex
	h    *hub
	in   chan string
	stop chan struct{}
	last string
}

func (p *peer) loop() {
	for {
		select {
		case <-p.stop:
			return
		case m := <-p.in:
			p.mu.Lock()
			p.last = m
			p.h.saw()
			p.mu.Unlock()
		}
	}
}

func (h *hub) saw() { h.mu.Lock(); h.seen++; h.mu.Unlock() }

func (h *hub) dropSilent() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for p := range h.peers {
		p.mu.Lock() // want `lock order inversion, a deadlock: hub.mu -> peer.mu -> hub.mu:`
		if p.last == "" {
			delete(h.peers, p)
		}
		p.mu.Unlock()
	}
}

// A search breaks out of two loops with the victim's lock held and then takes
// the pool lock.

type pool struct {
	mu      sync.Mutex
	workers []*worker
	stolen  int
}

type worker struct {
	mu sync.Mutex
	q  []int
}

func (p *pool) steal(ws []*worker) int {
	var victim *worker
search:
	for round := 0; ; round++ {
		for _, w := range ws {
			w.mu.Lock()
			if len(w.q) > 1 {
				victim = w
				break search
			}
			w.mu.Unlock()
		}
		if round == 3 {
			return 0
		}
	}
	p.mu.Lock()
	p.stolen++
	p.mu.Unlock()
	n := victim.q[0]
	victim.q = victim.q[1:]
	victim.mu.Unlock()
	return n
}

func (p *pool) load() (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, w := range p.workers {
		w.mu.Lock() // want `lock order inversion, a deadlock: pool.mu -> worker.mu -> pool.mu:`
		n += len(w.q)
		w.mu.Unlock()
	}
	return n
}

// An early return releases, the other branch keeps the lock and goes on to take
// the second one.

type queue struct {
	mu    sync.Mutex
	items []int
	lim   *limiter
}

type limiter struct {
	mu   sync.Mutex
	left int
	q    *queue
}

func (q *queue) pop() (int, bool) {
	q.mu.Lock()
	if len(q.items) == 0 {
		q.mu.Unlock()
		q.lim.give(0)
		return 0, false
	}
	n := q.items[0]
	q.items = q.items[1:]
	q.lim.give(1)
	q.mu.Unlock()
	return n, true
}

func (l *limiter) give(n int) { l.mu.Lock(); l.left += n; l.mu.Unlock() }

func (l *limiter) refill() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.q.mu.Lock() // want `lock order inversion, a deadlock: limiter.mu -> queue.mu -> limiter.mu:`
	l.left = 10 - len(l.q.items)
	l.q.mu.Unlock()
}

// The store lock is taken by the first iteration that needs it and kept to the
// end, so later iterations lock pages under it.

type store struct {
	mu    sync.Mutex
	pages []*page
	dirty int
}

type page struct {
	mu   sync.Mutex
	st   *store
	data []byte
	mod  bool
}

func (s *store) flush(pages []*page) {
	locked := false
	for _, p := range pages {
		p.mu.Lock()
		mod := p.mod
		p.mod = false
		p.mu.Unlock()
		if mod && !locked {
			s.mu.Lock()
			locked = true
		}
		if mod {
			s.dirty--
		}
	}
	if locked {
		s.mu.Unlock()
	}
}

func (p *page) write(b []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.data = b
	p.mod = true
	p.st.mu.Lock() // want `lock order inversion, a deadlock: page.mu -> store.mu -> page.mu:`
	p.st.dirty++
	p.st.mu.Unlock()
}
