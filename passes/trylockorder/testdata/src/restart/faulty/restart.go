// Package faulty holds faults that must be found: a trylock that starts over by
// goto, label, helper or from both sides.
package faulty

import (
	"runtime"
	"sync"
	"time"
)

// Two locks are tried under the first; whichever fails, all are released and a
// goto starts over. The third is taken in reverse elsewhere.

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
	if !m.log.TryLock() { // want `retried at once: safe only while TryLock does not spin.*: move.log -> move.src -> move.log:`
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
	defer m.log.Unlock()
	m.recs--
	m.src.Lock()
	m.a = m.b
	m.src.Unlock()
}

// The failed try calls a helper that releases the outer lock, and the loop goes
// round at once.

type ring struct {
	head, tail sync.Mutex
	buf        []int
	lost       int
}

// backOff is called with head held and releases it.
func (r *ring) backOff() { r.lost++; r.head.Unlock() }

func (r *ring) pop() (n int) {
	for {
		r.head.Lock()
		if !r.tail.TryLock() { // want `retried at once: safe only while TryLock does not spin.*: ring.head -> ring.tail -> ring.head:`
			r.backOff()
			continue
		}
		if len(r.buf) > 0 {
			n, r.buf = r.buf[0], r.buf[1:]
		}
		r.tail.Unlock()
		r.head.Unlock()
		return n
	}
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

// The retry releases the inner lock but keeps the outermost; the other side
// waits for that one, so the loop never ends.

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
		if c.out.TryLock() { // want `a livelock: it is polled while the other side waits: conn.out -> server.mu -> conn.out:`
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
	defer c.out.Unlock()
	c.n += n
	c.s.mu.Lock()
	c.s.bytes += n
	c.s.mu.Unlock()
}

// Two methods of one type try each other's lock and start over with a yield:
// both can go round for ever.

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
	for {
		d.wr.Lock()
		ok := d.rd.TryLock() // want `both retried at once: a livelock.*: duplex.rd -> duplex.wr -> duplex.rd:`
		if ok {
			break
		}
		d.wr.Unlock()
		runtime.Gosched()
	}
	d.w++
	d.rd.Unlock()
	d.wr.Unlock()
}

// A batch takes each item's lock by TryLock under the list lock; a failure
// releases and continues the outer loop from the start.

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
			if !it.mu.TryLock() { // want `retried at once: safe only while TryLock does not spin.*: item.mu -> list.mu -> item.mu:`
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
	defer it.mu.Unlock()
	it.v = v
	it.l.mu.Lock()
	it.l.n++
	it.l.mu.Unlock()
}

// Each side locks its own mutex, tries the other's, and on failure releases and
// retries at once; with unlucky scheduling neither advances.

var muA, muB sync.Mutex

func left(f func()) {
	for {
		muA.Lock()
		if !muB.TryLock() {
			muA.Unlock()
			continue
		}
		f()
		muB.Unlock()
		muA.Unlock()
		return
	}
}

func right(f func()) {
	for {
		muB.Lock()
		if !muA.TryLock() { // want `both retried at once: a livelock.*: muA -> muB -> muA:`
			muB.Unlock()
			continue
		}
		f()
		muA.Unlock()
		muB.Unlock()
		return
	}
}

// The backing-off side retries by goto while the other side blocks in the
// reverse order; it starves while the other side is busy.

type pair struct{ a, b sync.Mutex }

func (p *pair) forward(f func()) {
again:
	p.a.Lock()
	if !p.b.TryLock() { // want `retried at once: safe only while TryLock does not spin.*: pair.a -> pair.b -> pair.a:`
		p.a.Unlock()
		goto again
	}
	f()
	p.b.Unlock()
	p.a.Unlock()
}

func (p *pair) backward(f func()) {
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock()
	defer p.a.Unlock()
	f()
}
