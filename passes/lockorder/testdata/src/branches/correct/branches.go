// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: what is held depends on the path.
package correct

import (
	"sync"
)

// Trim reads the quota before it locks the log.

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
	c.admin.Lock()
	q := c.quota
	c.admin.Unlock()
	c.log.Lock()
	defer c.log.Unlock()
	if len(c.entries) > q {
		c.entries = c.entries[:q]
	}
}

// The arm unlocks before it calls the hub.

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
			p.mu.Unlock()
			p.h.saw()
		}
	}
}

func (h *hub) saw() { h.mu.Lock(); h.seen++; h.mu.Unlock() }

func (h *hub) dropSilent() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for p := range h.peers {
		p.mu.Lock()
		if p.last == "" {
			delete(h.peers, p)
		}
		p.mu.Unlock()
	}
}

// The task is taken and the victim released before the pool is locked.

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
	var n int
search:
	for round := 0; ; round++ {
		for _, w := range ws {
			w.mu.Lock()
			if len(w.q) > 1 {
				n = w.q[0]
				w.q = w.q[1:]
				w.mu.Unlock()
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
	return n
}

func (p *pool) load() (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, w := range p.workers {
		w.mu.Lock()
		n += len(w.q)
		w.mu.Unlock()
	}
	return n
}

// Both branches release first.

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
	q.mu.Unlock()
	q.lim.give(1)
	return n, true
}

func (l *limiter) give(n int) { l.mu.Lock(); l.left += n; l.mu.Unlock() }

func (l *limiter) refill() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.q.mu.Lock()
	l.left = 10 - len(l.q.items)
	l.q.mu.Unlock()
}

// The loop only counts; the store is locked once after it.

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
	n := 0
	for _, p := range pages {
		p.mu.Lock()
		if p.mod {
			n++
		}
		p.mod = false
		p.mu.Unlock()
	}
	s.mu.Lock()
	s.dirty -= n
	s.mu.Unlock()
}

func (p *page) write(b []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.data = b
	p.mod = true
	p.st.mu.Lock()
	p.st.dirty++
	p.st.mu.Unlock()
}
