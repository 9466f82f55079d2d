// Package faulty holds faults that must be found: closures that a library of
// the package calls with its own lock held.
package faulty

import (
	"sync"
)

// A sweep holds one stripe lock and calls a check closure; the closure locks
// the series and then another stripe, while the flusher locks stripe then
// series.

type series struct {
	mu sync.Mutex
	id int
}

type stripes struct {
	locks [8]sync.RWMutex
	m     [8]map[int]*series
}

func (s *stripes) sweep(check func(shard int, x *series)) {
	for i := range s.locks {
		s.locks[i].Lock()
		for _, x := range s.m[i] {
			check(i, x)
		}
		s.locks[i].Unlock()
	}
}

func (s *stripes) gc() {
	s.sweep(func(shard int, x *series) {
		x.mu.Lock()
		defer x.mu.Unlock()
		if j := x.id % 8; j != shard {
			s.locks[j].Lock() // want `lock order inversion, a deadlock: series.mu -> stripes.locks\[\] -> series.mu:`
			delete(s.m[j], x.id)
			s.locks[j].Unlock()
		}
	})
}

func (s *stripes) flush() (n int) {
	for i := range s.locks {
		s.locks[i].RLock()
		for _, x := range s.m[i] {
			x.mu.Lock()
			n += x.id
			x.mu.Unlock()
		}
		s.locks[i].RUnlock()
	}
	return
}

// A control buffer evaluates a caller's predicate under its own mutex and the
// predicate takes the transport mutex; goaway handling holds the transport
// mutex and puts into the buffer.

type ctrlBuf struct {
	mu sync.Mutex
	q  []any
}

func (c *ctrlBuf) putIf(f func() bool, it any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if f() {
		c.q = append(c.q, it)
	}
}

type client struct {
	mu      sync.Mutex
	streams map[int]bool
	buf     *ctrlBuf
}

func (t *client) newStream(id int) {
	t.buf.putIf(func() bool { t.mu.Lock(); defer t.mu.Unlock(); t.streams[id] = true; return true }, id)
}

func (t *client) closeStream(id int) { t.buf.putIf(func() bool { return true }, id) }

func (t *client) goAway() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id := range t.streams {
		t.closeStream(id) // want `lock order inversion, a deadlock: client.mu -> ctrlBuf.mu -> client.mu:`
	}
}
