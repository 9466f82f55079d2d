// Package correct holds code that only looks like a fault, of which nothing may
// be said: a trylock against the order that backs off out of sight, waits
// without the outer lock, or ends.
package correct

import (
	"context"
	"errors"
	"math/rand"
	"runtime"
	"sync"
	"time"
)

// The outer lock is released before a helper sleeps, or waits for a timer or
// the context.

func pause(n int) { time.Sleep(time.Duration(n) * time.Millisecond) }

func wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Duration(rand.Intn(10)) * time.Millisecond):
		return nil
	}
}

type pair struct{ a, b sync.Mutex }

func (p *pair) backward() {
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock()
	defer p.a.Unlock()
}

func (p *pair) pausing() {
	for i := 0; ; i++ {
		p.a.Lock()
		if p.b.TryLock() {
			break
		}
		p.a.Unlock()
		pause(i)
	}
	p.b.Unlock()
	p.a.Unlock()
}

func (p *pair) waiting(ctx context.Context) error {
	for {
		p.a.Lock()
		if p.b.TryLock() {
			break
		}
		p.a.Unlock()
		if err := wait(ctx); err != nil {
			return err
		}
	}
	p.b.Unlock()
	p.a.Unlock()
	return nil
}

// Ten attempts, counted by hand.

type counted struct{ a, b sync.Mutex }

func (c *counted) backward() {
	c.b.Lock()
	defer c.b.Unlock()
	c.a.Lock()
	defer c.a.Unlock()
}

func (c *counted) forward() bool {
	n := 0
	for n < 10 {
		c.a.Lock()
		if c.b.TryLock() {
			c.b.Unlock()
			c.a.Unlock()
			return true
		}
		c.a.Unlock()
		n++
		runtime.Gosched()
	}
	return false
}

// A hundred attempts with the outer lock held: they end.

type bounded struct{ a, b sync.Mutex }

func (p *bounded) backward() {
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock()
	defer p.a.Unlock()
}

func (p *bounded) forward() bool {
	p.a.Lock()
	defer p.a.Unlock()
	for range 100 {
		if p.b.TryLock() {
			p.b.Unlock()
			return true
		}
	}
	return false
}

// The attempts end at a deadline.

type timed struct{ a, b sync.Mutex }

func (t *timed) backward() {
	t.b.Lock()
	defer t.b.Unlock()
	t.a.Lock()
	defer t.a.Unlock()
}

func (t *timed) forward(deadline time.Time) error {
	for time.Now().Before(deadline) {
		t.a.Lock()
		if t.b.TryLock() {
			t.b.Unlock()
			t.a.Unlock()
			return nil
		}
		t.a.Unlock()
	}
	return errors.New("late")
}

// The attempts with the outer lock held end with the context.

type cancelled struct{ a, b sync.Mutex }

func (c *cancelled) backward() {
	c.b.Lock()
	defer c.b.Unlock()
	c.a.Lock()
	defer c.a.Unlock()
}

func (c *cancelled) forward(ctx context.Context) error {
	c.a.Lock()
	defer c.a.Unlock()
	for !c.b.TryLock() {
		if err := ctx.Err(); err != nil {
			return err
		}
		runtime.Gosched()
	}
	c.b.Unlock()
	return nil
}

// The wait on the condition releases the outer lock, so that the other side
// goes on.

type signalled struct {
	a, b sync.Mutex
	cond *sync.Cond
}

func newSignalled() *signalled {
	s := &signalled{}
	s.cond = sync.NewCond(&s.a)
	return s
}

func (s *signalled) backward() {
	s.b.Lock()
	defer s.cond.Broadcast()
	defer s.b.Unlock()
	s.a.Lock()
	defer s.a.Unlock()
}

func (s *signalled) forward() {
	s.a.Lock()
	for !s.b.TryLock() {
		s.cond.Wait()
	}
	s.b.Unlock()
	s.a.Unlock()
}

// With the outer lock released, the lock is waited for before the next try.

type awaited struct{ a, b sync.Mutex }

func (w *awaited) backward() {
	w.b.Lock()
	defer w.b.Unlock()
	w.a.Lock()
	defer w.a.Unlock()
}

func (w *awaited) forward() {
	for {
		w.a.Lock()
		if w.b.TryLock() {
			break
		}
		w.a.Unlock()
		w.b.Lock()
		w.b.Unlock()
	}
	w.b.Unlock()
	w.a.Unlock()
}

// After a failure the lock that was busy is waited for, and the other tried.

type alternate struct{ a, b sync.Mutex }

func (l *alternate) backward() {
	l.b.Lock()
	defer l.b.Unlock()
	l.a.Lock()
	defer l.a.Unlock()
}

func (l *alternate) forward() {
	for {
		l.a.Lock()
		if l.b.TryLock() {
			break
		}
		l.a.Unlock()
		l.b.Lock()
		if l.a.TryLock() {
			break
		}
		l.b.Unlock()
	}
	l.b.Unlock()
	l.a.Unlock()
}
