// Package correct holds code that only looks like a fault, of which nothing may
// be said: the lock is released before the second is taken, on each path.
package correct

import (
	"sync"
)

// Every branch releases the first lock before the call that takes the second;
// the reverse order exists.

type sess struct {
	mu    sync.Mutex
	state int
	m     *manager
}

type manager struct {
	mu   sync.Mutex
	open map[*sess]bool
}

func (s *sess) event(ev string) {
	s.mu.Lock()
	switch {
	case ev == "":
		s.mu.Unlock()
		return
	case s.state > 3:
		s.mu.Unlock()
	case s.state == 0:
		s.state = len(ev)
		s.mu.Unlock()
	default:
		s.state++
		s.mu.Unlock()
	}
	s.m.note(s)
}

func (m *manager) note(s *sess) { m.mu.Lock(); m.open[s] = true; m.mu.Unlock() }

func (m *manager) states() (n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for s := range m.open {
		s.mu.Lock()
		n += s.state
		s.mu.Unlock()
	}
	return n
}

// Early returns under a deferred unlock in an inner function; what follows runs
// without the lock.

type reg struct {
	mu   sync.RWMutex
	m    map[string]*obj
	miss int
}

type obj struct {
	mu sync.Mutex
	r  *reg
	n  int
}

func (r *reg) lookup(k string) *obj {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.m == nil {
		return nil
	}
	if o, ok := r.m[k]; ok {
		return o
	}
	return nil
}

func (r *reg) use(k string) int {
	o := r.lookup(k)
	if o == nil {
		r.mu.Lock()
		r.miss++
		r.mu.Unlock()
		return 0
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.n++
	return o.n
}

func (o *obj) drop(k string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.r.mu.Lock()
	delete(o.r.m, k)
	o.r.mu.Unlock()
}

// Which lock is held depends on a flag, and the second lock is taken only on
// the path where the order is right.

type vol struct {
	a, b sync.Mutex
	x, y int
}

func (v *vol) update(full bool) {
	if full {
		v.a.Lock()
	}
	v.b.Lock()
	v.y++
	if !full {
		v.b.Unlock()
		v.a.Lock()
	}
	v.x++
	if full {
		v.b.Unlock()
	}
	v.a.Unlock()
}

// The arm that calls the hub released the lock before; the other arm keeps it
// and calls nothing.

type peer struct {
	mu   sync.Mutex
	h    *hub
	in   chan int
	out  chan int
	last int
}

type hub struct {
	mu    sync.Mutex
	peers []*peer
	n     int
}

func (p *peer) step() {
	p.mu.Lock()
	select {
	case v := <-p.in:
		p.last = v
		p.mu.Unlock()
		p.h.saw(v)
	default:
		p.last = 0
		p.mu.Unlock()
	}
}

func (h *hub) saw(v int) { h.mu.Lock(); h.n += v; h.mu.Unlock() }

func (h *hub) lasts() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range h.peers {
		p.mu.Lock()
		n += p.last
		p.mu.Unlock()
	}
	return n
}

// Read lock, release, write lock, check again; the filling function runs
// between the two.

type memo struct {
	mu  sync.RWMutex
	m   map[string]int
	src *origin
}

type origin struct {
	mu sync.Mutex
	mm *memo
	n  int
}

func (c *memo) get(k string) int {
	c.mu.RLock()
	v, ok := c.m[k]
	c.mu.RUnlock()
	if ok {
		return v
	}
	v = c.src.compute(k)
	c.mu.Lock()
	defer c.mu.Unlock()
	if w, ok := c.m[k]; ok {
		return w
	}
	c.m[k] = v
	return v
}

func (o *origin) compute(k string) int { o.mu.Lock(); defer o.mu.Unlock(); o.n++; return len(k) }

func (o *origin) flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.mm.mu.Lock()
	clear(o.mm.m)
	o.mm.mu.Unlock()
}

// A search leaves its loops by labelled break and continue with nothing held,
// then takes the outer lock.

type pool struct {
	mu    sync.Mutex
	ws    []*worker
	moved int
}

type worker struct {
	mu sync.Mutex
	q  []int
}

func (p *pool) find(ws []*worker, v int) (w *worker) {
search:
	for _, c := range ws {
		c.mu.Lock()
		for _, x := range c.q {
			if x < 0 {
				c.mu.Unlock()
				continue search
			}
			if x == v {
				c.mu.Unlock()
				w = c
				break search
			}
		}
		c.mu.Unlock()
	}
	p.mu.Lock()
	p.moved++
	p.mu.Unlock()
	return w
}

func (p *pool) load() (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, w := range p.ws {
		w.mu.Lock()
		n += len(w.q)
		w.mu.Unlock()
	}
	return n
}
