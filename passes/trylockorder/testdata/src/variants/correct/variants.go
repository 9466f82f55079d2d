// Package correct holds code that only looks like a fault, of which nothing may
// be said: trylocks against the order that come to an end.
package correct

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"
)

type pair struct{ a, b sync.Mutex }

func (p *pair) waits() {
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock()
	defer p.a.Unlock()
}

func (p *pair) unlock() {
	p.b.Unlock()
	p.a.Unlock()
}

func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Millisecond):
		return nil
	}
}

// The back-off in a helper says when to stop.

func (p *pair) untilDone(ctx context.Context) error {
	for {
		p.a.Lock()
		if p.b.TryLock() {
			break
		}
		p.a.Unlock()
		if err := pause(ctx); err != nil {
			return err
		}
	}
	p.unlock()
	return nil
}

// The attempts are counted.

func (p *pair) tenTimes() bool {
	n := 0
	for n < 10 {
		p.a.Lock()
		if p.b.TryLock() {
			p.unlock()
			return true
		}
		p.a.Unlock()
		n++
		runtime.Gosched()
	}
	return false
}

func (p *pair) manyTimesHolding() bool {
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

// There is a deadline.

func (p *pair) until(deadline time.Time) error {
	for time.Now().Before(deadline) {
		p.a.Lock()
		if p.b.TryLock() {
			p.unlock()
			return nil
		}
		p.a.Unlock()
	}
	return errors.New("too late")
}

// After a failure the order is exchanged, or the loop waits for the lock that
// was busy.

func (p *pair) alternates() {
	for {
		p.a.Lock()
		if p.b.TryLock() {
			break
		}
		p.a.Unlock()
		p.b.Lock()
		if p.a.TryLock() {
			break
		}
		p.b.Unlock()
	}
	p.unlock()
}

func (p *pair) waitsOutside() {
	for {
		p.a.Lock()
		if p.b.TryLock() {
			break
		}
		p.a.Unlock()
		p.b.Lock()
		p.b.Unlock()
	}
	p.unlock()
}

// The result goes to a field, and nothing is repeated.

type remembered struct {
	pair
	got bool
}

func (r *remembered) once() {
	r.a.Lock()
	r.got = r.b.TryLock()
	r.a.Unlock()
	if r.got {
		r.b.Unlock()
	}
}

// Someone else can end the poll.

type stoppable struct {
	pair
	stop bool
}

func (s *stoppable) poll() bool {
	s.a.Lock()
	defer s.a.Unlock()
	for !s.b.TryLock() {
		if s.stop {
			return false
		}
		runtime.Gosched()
	}
	s.b.Unlock()
	return true
}
