// Package mixed has cycles whose edges are of several kinds.
package mixed

import (
	"runtime"
	"sync"
)

// One side polls, the other starts over: the retry lets go each time, so the
// poll can get through.

type both struct{ a, b sync.Mutex }

func (p *both) poll() {
	p.a.Lock()
	defer p.a.Unlock()
	for !p.b.TryLock() {
		runtime.Gosched()
	}
	p.b.Unlock()
}

func (p *both) retry() {
	for {
		p.b.Lock()
		if p.a.TryLock() { // want `retried at once: safe only while TryLock does not spin.*: both.a -> both.b -> both.a:`
			break
		}
		p.b.Unlock()
	}
	p.a.Unlock()
	p.b.Unlock()
}

// One side polls, the other gives up: no harm.

type polite struct{ a, b sync.Mutex }

func (p *polite) poll() {
	p.a.Lock()
	defer p.a.Unlock()
	for !p.b.TryLock() {
		runtime.Gosched()
	}
	p.b.Unlock()
}

func (p *polite) try() bool {
	p.b.Lock()
	defer p.b.Unlock()
	if !p.a.TryLock() {
		return false
	}
	p.a.Unlock()
	return true
}

// Three locks, and the way round through the one that gives up is harmless.

type ring struct{ a, b, c sync.Mutex }

func (r *ring) ab() {
	r.a.Lock()
	defer r.a.Unlock()
	r.b.Lock()
	defer r.b.Unlock()
}

func (r *ring) bc() bool {
	r.b.Lock()
	defer r.b.Unlock()
	if !r.c.TryLock() {
		return false
	}
	r.c.Unlock()
	return true
}

func (r *ring) ca() {
	r.c.Lock()
	defer r.c.Unlock()
	r.a.Lock()
	defer r.a.Unlock()
}

// A retry under a common lock never meets the other side.

type gated struct{ gate, a, b sync.Mutex }

func (g *gated) retry() {
	g.gate.Lock()
	defer g.gate.Unlock()
	for {
		g.a.Lock()
		if g.b.TryLock() {
			break
		}
		g.a.Unlock()
	}
	g.b.Unlock()
	g.a.Unlock()
}

func (g *gated) back() {
	g.gate.Lock()
	defer g.gate.Unlock()
	g.b.Lock()
	defer g.b.Unlock()
	g.a.Lock()
	defer g.a.Unlock()
}
