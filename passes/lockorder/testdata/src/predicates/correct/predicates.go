// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: closures that a library of the package calls with
// its own lock held.
package correct

import (
	"sync"
)

// Collect victims first, then lock stripe before series.

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
	var victims []*series
	s.sweep(func(_ int, x *series) { victims = append(victims, x) })
	for _, x := range victims {
		j := x.id % 8
		s.locks[j].Lock()
		x.mu.Lock()
		delete(s.m[j], x.id)
		x.mu.Unlock()
		s.locks[j].Unlock()
	}
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

// Collect ids under client.mu and close streams after releasing it.

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
	var ids []int
	for id := range t.streams {
		ids = append(ids, id)
	}
	t.mu.Unlock()
	for _, id := range ids {
		t.closeStream(id)
	}
}
