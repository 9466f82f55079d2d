// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: a trylock that starts over by goto, label, helper
// or from both sides.
package correct

import (
	"runtime"
	"sync"
	"time"
)

// Undo releases the log first.

type move struct {
	src, dst, log sync.Mutex
	a, b          []int
	recs          int
}

func (m *move) run() {
retry:
	m.src.Lock()
	if !m.dst.TryLock() {
		m.src.Unlock()
		goto retry
	}
	if !m.log.TryLock() {
		m.dst.Unlock()
		m.src.Unlock()
		goto retry
	}
	m.b = append(m.b, m.a...)
	m.recs++
	m.log.Unlock()
	m.dst.Unlock()
	m.src.Unlock()
}

func (m *move) undo() {
	m.log.Lock()
	m.recs--
	m.log.Unlock()
	m.src.Lock()
	m.a = m.b
	m.src.Unlock()
}

// Pop waits for tail, then head, as push does.

type ring struct {
	head, tail sync.Mutex
	buf        []int
	lost       int
}

func (r *ring) pop() (n int) {
	r.tail.Lock()
	defer r.tail.Unlock()
	r.head.Lock()
	defer r.head.Unlock()
	if len(r.buf) > 0 {
		n, r.buf = r.buf[0], r.buf[1:]
	}
	return n
}

func (r *ring) push(n int) {
	r.tail.Lock()
	defer r.tail.Unlock()
	r.buf = append(r.buf, n)
	if len(r.buf) > 10 {
		r.head.Lock()
		r.lost++
		r.head.Unlock()
	}
}

// Write counts on the server after its own lock.

type server struct {
	mu    sync.Mutex
	conns []*conn
	bytes int
}

type conn struct {
	mu  sync.Mutex
	out sync.Mutex
	s   *server
	n   int
}

func (s *server) flush(i int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.conns[i]
	for {
		c.mu.Lock()
		if c.out.TryLock() {
			break
		}
		c.mu.Unlock()
		time.Sleep(time.Millisecond)
	}
	c.n = 0
	c.out.Unlock()
	c.mu.Unlock()
}

func (c *conn) write(n int) {
	c.out.Lock()
	c.n += n
	c.out.Unlock()
	c.s.mu.Lock()
	c.s.bytes += n
	c.s.mu.Unlock()
}

// Write waits for both in one order; read tries along that order.

type duplex struct {
	rd, wr sync.Mutex
	r, w   int
}

func (d *duplex) read() {
	for {
		d.rd.Lock()
		if d.wr.TryLock() {
			break
		}
		d.rd.Unlock()
		runtime.Gosched()
	}
	d.r++
	d.wr.Unlock()
	d.rd.Unlock()
}

func (d *duplex) write() {
	d.rd.Lock()
	defer d.rd.Unlock()
	d.wr.Lock()
	defer d.wr.Unlock()
	d.w++
}

// Set counts after its own lock.

type list struct {
	mu    sync.Mutex
	items []*item
	n     int
}

type item struct {
	mu sync.Mutex
	l  *list
	v  int
}

func (l *list) sum() int {
restart:
	for {
		l.mu.Lock()
		s := 0
		for _, it := range l.items {
			if !it.mu.TryLock() {
				l.mu.Unlock()
				continue restart
			}
			s += it.v
			it.mu.Unlock()
		}
		l.mu.Unlock()
		return s
	}
}

func (it *item) set(v int) {
	it.mu.Lock()
	it.v = v
	it.mu.Unlock()
	it.l.mu.Lock()
	it.l.n++
	it.l.mu.Unlock()
}

// Both sides block in the same order.

var muA, muB sync.Mutex

func left(f func()) {
	muA.Lock()
	muB.Lock()
	f()
	muB.Unlock()
	muA.Unlock()
}

func right(f func()) {
	muA.Lock()
	muB.Lock()
	f()
	muB.Unlock()
	muA.Unlock()
}

// The blocking side uses A then B, and the first side simply blocks.

type pair struct{ a, b sync.Mutex }

func (p *pair) forward(f func()) {
	p.a.Lock()
	p.b.Lock()
	f()
	p.b.Unlock()
	p.a.Unlock()
}

func (p *pair) backward(f func()) {
	p.a.Lock()
	defer p.a.Unlock()
	p.b.Lock()
	defer p.b.Unlock()
	f()
}
