package trylock

import (
	"context"
	"sync"
	"time"
)

// Each pair below is inverted, and harmless: the side that tries gives up,
// falls back to the order, backs off, or is bounded.

type front struct{ mu sync.Mutex }
type back struct{ mu sync.Mutex }

func inOrder(f *front, b *back) {
	f.mu.Lock()
	defer f.mu.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
}

func giveUp(f *front, b *back) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !f.mu.TryLock() { // want+spin trylockorder `front\.mu`
		return false
	}
	defer f.mu.Unlock()
	return true
}

type left struct{ mu sync.Mutex }
type right struct{ mu sync.Mutex }

func leftFirst(l *left, r *right) {
	l.mu.Lock()
	r.mu.Lock()
	r.mu.Unlock()
	l.mu.Unlock()
}

func fallBack(l *left, r *right) {
	r.mu.Lock()
	if !l.mu.TryLock() { // want+spin trylockorder `left\.mu`
		r.mu.Unlock()
		l.mu.Lock()
		r.mu.Lock()
	}
	r.mu.Unlock()
	l.mu.Unlock()
}

type sender struct{ mu sync.Mutex }
type receiver struct{ mu sync.Mutex }

func deliver(s *sender, r *receiver) {
	s.mu.Lock()
	r.mu.Lock()
	r.mu.Unlock()
	s.mu.Unlock()
}

func backOff(s *sender, r *receiver) {
	for wait := time.Millisecond; ; wait *= 2 {
		r.mu.Lock()
		if s.mu.TryLock() { // want+spin trylockorder `sender\.mu`
			break
		}
		r.mu.Unlock()
		time.Sleep(wait)
	}
	s.mu.Unlock()
	r.mu.Unlock()
}

type parent struct{ mu sync.Mutex }
type child struct{ mu sync.Mutex }

func down(p *parent, c *child) {
	p.mu.Lock()
	c.mu.Lock()
	c.mu.Unlock()
	p.mu.Unlock()
}

func bounded(p *parent, c *child) bool {
	for range 3 {
		c.mu.Lock()
		if p.mu.TryLock() { // want+spin trylockorder `parent\.mu`
			p.mu.Unlock()
			c.mu.Unlock()
			return true
		}
		c.mu.Unlock()
	}
	return false
}

type request struct{ mu sync.Mutex }
type reply struct{ mu sync.Mutex }

func answer(q *request, r *reply) {
	q.mu.Lock()
	r.mu.Lock()
	r.mu.Unlock()
	q.mu.Unlock()
}

func cancellable(ctx context.Context, q *request, r *reply) error {
	for ctx.Err() == nil {
		r.mu.Lock()
		if q.mu.TryLock() { // want+spin trylockorder `request\.mu`
			q.mu.Unlock()
			r.mu.Unlock()
			return nil
		}
		r.mu.Unlock()
	}
	return ctx.Err()
}

// No other lock is held while these try: there is no edge and no order.

type lone struct{ mu sync.Mutex }

func (l *lone) skip() bool {
	if !l.mu.TryLock() {
		return false
	}
	defer l.mu.Unlock()
	return true
}

func (l *lone) wait() {
	for !l.mu.TryLock() {
		time.Sleep(time.Millisecond)
	}
	l.mu.Unlock()
}
