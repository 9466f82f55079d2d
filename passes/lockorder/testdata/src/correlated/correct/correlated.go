// Package correct holds code that only looks like a fault, of which nothing may
// be said: conditions that decide the same way twice.
package correct

import (
	"errors"
	"sync"
)

// The lock is taken and released under the same flag; the caller that holds it
// passes false.

type cluster struct {
	mu    sync.Mutex
	nodes map[int]*member
	epoch int
}

type member struct {
	mu sync.Mutex
	c  *cluster
	up bool
}

func (c *cluster) bump(needLock bool) {
	if needLock {
		c.mu.Lock()
	}
	c.epoch++
	if needLock {
		c.mu.Unlock()
	}
}

func (c *cluster) join(id int, m *member) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nodes[id] = m
	m.mu.Lock()
	m.up = true
	m.mu.Unlock()
	c.bump(false)
}

func (m *member) leave() {
	m.mu.Lock()
	m.up = false
	m.mu.Unlock()
	m.c.bump(true)
}

// With the inner lock held the helper is called with false only, so the outer
// lock is never taken under it.

type engine struct {
	mu    sync.Mutex
	part  *part
	bytes int
}

type part struct {
	mu   sync.Mutex
	eng  *engine
	size int
}

func (e *engine) add(n int, lock bool) {
	if lock {
		e.mu.Lock()
		defer e.mu.Unlock()
	}
	e.bytes += n
}

func (e *engine) flush() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.part.emptyLocked()
}

// emptyLocked is called with eng.mu held.
func (p *part) emptyLocked() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.eng.add(-p.size, false)
	p.size = 0
}

func (p *part) note(n int) { p.eng.add(n, true) }

// After an early return on success the first lock is certainly not held, so the
// other order is taken freely.

type res struct {
	a, b sync.Mutex
	n    int
}

func (r *res) touch() {
	if ok := r.a.TryLock(); ok {
		r.n++
		r.a.Unlock()
		return
	}
	r.b.Lock()
	defer r.b.Unlock()
	r.a.Lock()
	r.n--
	r.a.Unlock()
}

func (r *res) get() int { r.b.Lock(); defer r.b.Unlock(); r.a.Lock(); defer r.a.Unlock(); return r.n }

// The helper holds the lock only when it reports true; the branch for false
// takes the other order without it.

type area struct {
	mu   sync.Mutex
	open bool
	n    int
}

func (a *area) enter() bool {
	a.mu.Lock()
	if !a.open {
		a.mu.Unlock()
		return false
	}
	return true
}

type site struct {
	a    area
	logM sync.Mutex
	miss int
}

func (s *site) visit() {
	if !s.a.enter() {
		s.logM.Lock()
		s.miss++
		s.logM.Unlock()
		return
	}
	s.a.n++
	s.a.mu.Unlock()
}

func (s *site) report() int {
	s.logM.Lock()
	defer s.logM.Unlock()
	s.a.mu.Lock()
	defer s.a.mu.Unlock()
	return s.miss + s.a.n
}

// On error begin returns with the lock released; the error path then takes the
// lock that comes first in the order.

var errShut = errors.New("shut")

type db struct {
	statM sync.Mutex // before mu
	mu    sync.Mutex
	shut  bool
	fails int
	n     int
}

func (d *db) begin() error {
	d.mu.Lock()
	if d.shut {
		d.mu.Unlock()
		return errShut
	}
	return nil
}

func (d *db) end() { d.mu.Unlock() }

func (d *db) insert() error {
	if err := d.begin(); err != nil {
		d.statM.Lock()
		d.fails++
		d.statM.Unlock()
		return err
	}
	defer d.end()
	d.n++
	return nil
}

func (d *db) stats() (int, int) {
	d.statM.Lock()
	defer d.statM.Unlock()
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.n, d.fails
}
