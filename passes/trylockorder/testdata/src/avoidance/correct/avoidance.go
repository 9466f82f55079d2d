// Package correct holds code that only looks like a fault, of which nothing may
// be said: a trylock that gives up, backs off, is bounded or falls back in
// order.
package correct

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Against the order, but the failed try returns an error and holds nothing.

var errBusy = errors.New("busy")

type disk struct {
	io, meta sync.Mutex
	n        int
}

func (d *disk) write() {
	d.meta.Lock()
	defer d.meta.Unlock()
	d.io.Lock()
	defer d.io.Unlock()
	d.n++
}

func (d *disk) probe() error {
	d.io.Lock()
	defer d.io.Unlock()
	if !d.meta.TryLock() {
		return errBusy
	}
	defer d.meta.Unlock()
	d.n--
	return nil
}

// On failure the outer lock is released and the loop sleeps before it starts
// over.

type pair struct {
	a, b sync.Mutex
	n    int
}

func (p *pair) forward() {
	for wait := time.Microsecond; ; wait = min(2*wait, time.Millisecond) {
		p.a.Lock()
		if p.b.TryLock() {
			break
		}
		p.a.Unlock()
		time.Sleep(wait)
	}
	p.n++
	p.b.Unlock()
	p.a.Unlock()
}

func (p *pair) backward() {
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock()
	defer p.a.Unlock()
	p.n--
}

// Three attempts at most, then an error.

type boundedPair struct {
	a, b sync.Mutex
	n    int
}

func (p *boundedPair) forward() error {
	for range 3 {
		p.a.Lock()
		if !p.b.TryLock() {
			p.a.Unlock()
			continue
		}
		p.n++
		p.b.Unlock()
		p.a.Unlock()
		return nil
	}
	return errors.New("busy")
}

func (p *boundedPair) backward() {
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock()
	defer p.a.Unlock()
	p.n--
}

// The attempts end with the context, and wait for a timer in between.

type ctxPair struct {
	a, b sync.Mutex
	n    int
}

func (p *ctxPair) forward(ctx context.Context) error {
	t := time.NewTicker(time.Millisecond)
	defer t.Stop()
	for {
		p.a.Lock()
		if p.b.TryLock() {
			p.n++
			p.b.Unlock()
			p.a.Unlock()
			return nil
		}
		p.a.Unlock()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
		}
	}
}

func (p *ctxPair) backward() {
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock()
	defer p.a.Unlock()
	p.n--
}

// One try against the order; on failure both locks are taken in order, in a
// helper that says whether to look again.

type page struct {
	mu  sync.Mutex
	as  *space
	ref int
}

type space struct {
	mu    sync.Mutex // before page.mu
	pages map[*page]bool
}

// lockSpace is called with p.mu held and returns with the space and p.mu held.
// It reports whether p.mu was released in between.
func (p *page) lockSpace() (dropped bool) {
	if p.as.mu.TryLock() {
		return false
	}
	p.mu.Unlock()
	p.as.mu.Lock()
	p.mu.Lock()
	return true
}

func (p *page) put() {
	p.mu.Lock()
	p.ref--
	if p.ref == 0 {
		dropped := p.lockSpace()
		if !dropped || p.ref == 0 {
			delete(p.as.pages, p)
		}
		p.as.mu.Unlock()
	}
	p.mu.Unlock()
}

func (s *space) touch() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for p := range s.pages {
		p.mu.Lock()
		p.ref++
		p.mu.Unlock()
	}
}

// The branch of the failed try takes only the second lock, without the first.

type acc struct {
	fast, slow sync.Mutex
	f, s       int
}

func (a *acc) add(n int) {
	if a.fast.TryLock() {
		defer a.fast.Unlock()
		a.f += n
		if a.f > 100 {
			a.slow.Lock()
			a.s += a.f
			a.f = 0
			a.slow.Unlock()
		}
	} else {
		a.slow.Lock()
		a.s += n
		a.slow.Unlock()
	}
}

func (a *acc) total() int {
	a.fast.Lock()
	defer a.fast.Unlock()
	a.slow.Lock()
	defer a.slow.Unlock()
	return a.f + a.s
}

// A sweep under the table lock skips the entries that are busy; users lock the
// table under the entry's lock.

type table struct {
	mu sync.Mutex
	m  map[int]*entry
}

type entry struct {
	mu   sync.Mutex
	t    *table
	id   int
	idle bool
}

func (t *table) sweep() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, e := range t.m {
		if !e.mu.TryLock() {
			continue
		}
		if e.idle {
			delete(t.m, id)
			n++
		}
		e.mu.Unlock()
	}
	return n
}

func (e *entry) close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.idle = true
	e.t.mu.Lock()
	delete(e.t.m, e.id)
	e.t.mu.Unlock()
}

// A refresh uses TryLock and returns when someone else is refreshing; skipping
// is correct.

type objs struct {
	mu   sync.Mutex
	next time.Time
	n    int
}

func (o *objs) refresh(now time.Time) {
	if !o.mu.TryLock() {
		return
	}
	defer o.mu.Unlock()
	if now.Before(o.next) {
		return
	}
	o.n++
	o.next = now.Add(time.Minute)
}

// The classic avoidance: take B, try A once against the order, and on failure
// give up B and redo in order. No cycle of waits is possible.

type oncePair struct {
	a, b sync.Mutex
	n    int
}

func (p *oncePair) fromA() { p.a.Lock(); defer p.a.Unlock(); p.b.Lock(); defer p.b.Unlock(); p.n++ }

func (p *oncePair) fromB() {
	p.b.Lock()
	if !p.a.TryLock() {
		p.b.Unlock()
		p.a.Lock()
		p.b.Lock()
	}
	p.n--
	p.b.Unlock()
	p.a.Unlock()
}
