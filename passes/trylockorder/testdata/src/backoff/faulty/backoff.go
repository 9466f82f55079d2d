// Package faulty holds faults that must be found: a trylock against the order
// that backs off with the outer lock held, or not at all.
package faulty

import (
	"sync"
	"time"
)

// The helper sleeps, but with the outer lock held.

func pause(n int) { time.Sleep(time.Duration(n) * time.Millisecond) }

type pair struct{ a, b sync.Mutex }

func (p *pair) backward() {
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock()
	defer p.a.Unlock()
}

func (p *pair) forward() {
	p.a.Lock()
	for i := 0; !p.b.TryLock(); i++ { // want `a livelock: it is polled while the other side waits: pair.a -> pair.b -> pair.a:`
		pause(i)
	}
	p.b.Unlock()
	p.a.Unlock()
}

// The attempts are counted, but do not end.

type counted struct{ a, b sync.Mutex }

func (c *counted) backward() {
	c.b.Lock()
	defer c.b.Unlock()
	c.a.Lock()
	defer c.a.Unlock()
}

func (c *counted) forward() (n int) {
	for {
		c.a.Lock()
		if c.b.TryLock() { // want `retried at once: safe only while TryLock does not spin.*: counted.a -> counted.b -> counted.a:`
			break
		}
		c.a.Unlock()
		n++
	}
	c.b.Unlock()
	c.a.Unlock()
	return n
}

// The wait on the condition releases the lock of the condition, but not the
// outer one.

type signalled struct {
	a, b, c sync.Mutex
	cond    *sync.Cond
}

func newSignalled() *signalled {
	s := &signalled{}
	s.cond = sync.NewCond(&s.c)
	return s
}

func (s *signalled) backward() {
	s.b.Lock()
	defer s.b.Unlock()
	s.a.Lock()
	defer s.a.Unlock()
	s.cond.Broadcast()
}

func (s *signalled) forward() {
	s.a.Lock()
	defer s.a.Unlock()
	s.c.Lock()
	defer s.c.Unlock()
	for !s.b.TryLock() { // want `a livelock: it is polled while the other side waits: signalled.a -> signalled.b -> signalled.a:`
		s.cond.Wait()
	}
	s.b.Unlock()
}
