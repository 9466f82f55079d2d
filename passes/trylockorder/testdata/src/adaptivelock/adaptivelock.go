// Package adaptivelock uses the project's adaptive mutex, whose TryLockSpin is
// a spinning trylock and whose TryLock is not.
package adaptivelock

import (
	"sync"

	"github.com/lockvet/lockvet/runtime/adaptive"
)

// To start over after a spin is the livelock.

type retried struct {
	a, b adaptive.Mutex
	n    int
}

func (p *retried) forth() {
	for {
		p.a.Lock()
		if p.b.TryLockSpin() { // want `spinning trylock against the lock order, a livelock: each owner spins on the other and starts over: retried.a -> retried.b -> retried.a: retried.b spun on at`
			break
		}
		p.a.Unlock()
	}
	p.n++
	p.b.Unlock()
	p.a.Unlock()
}

func (p *retried) back() {
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock()
	defer p.a.Unlock()
	p.n--
}

// A spin that gives up is cut short by an adaptive mutex, which sees that the
// owner waits.

type bounded struct {
	a, b adaptive.Mutex
	n    int
}

func (p *bounded) forth() bool {
	p.a.Lock()
	defer p.a.Unlock()
	if !p.b.TryLockSpin() {
		return false
	}
	p.n++
	p.b.Unlock()
	return true
}

func (p *bounded) back() {
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock()
	defer p.a.Unlock()
	p.n--
}

// It does not see the owner wait for a mutex of another kind.

type blind struct {
	a sync.Mutex
	b adaptive.Mutex
	n int
}

func (p *blind) forth() bool {
	p.a.Lock()
	defer p.a.Unlock()
	if !p.b.TryLockSpin() { // want `spinning trylock against the lock order: it burns its whole spin time whenever the two sides meet: blind.a -> blind.b -> blind.a:`
		return false
	}
	p.n++
	p.b.Unlock()
	return true
}

func (p *blind) back() {
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock()
	defer p.a.Unlock()
	p.n--
}

// A spin repeated until it succeeds, with the other lock held, is a poll.

type polled struct {
	a, b adaptive.Mutex
	n    int
}

func (p *polled) forth() {
	p.a.Lock()
	defer p.a.Unlock()
	for !p.b.TryLockSpin() { // want `a livelock: it is polled while the other side waits: polled.a -> polled.b -> polled.a:`
	}
	p.n++
	p.b.Unlock()
}

func (p *polled) back() {
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock()
	defer p.a.Unlock()
	p.n--
}

// The safe fallback: let go, then lock both in the order of the other side.

type fallback struct {
	a, b adaptive.Mutex
	n    int
}

func (p *fallback) forth() {
	p.a.Lock()
	if !p.b.TryLockSpin() {
		p.a.Unlock()
		p.b.Lock()
		p.a.Lock()
	}
	p.n++
	p.a.Unlock()
	p.b.Unlock()
}

func (p *fallback) back() {
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock()
	defer p.a.Unlock()
	p.n--
}

// TryLock of an adaptive mutex tries once.

type plain struct {
	a, b adaptive.Mutex
	n    int
}

func (p *plain) forth() {
	for {
		p.a.Lock()
		if p.b.TryLock() { // want `retried at once: safe only while TryLock does not spin.*: plain.a -> plain.b -> plain.a:`
			break
		}
		p.a.Unlock()
	}
	p.n++
	p.b.Unlock()
	p.a.Unlock()
}

func (p *plain) back() {
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock()
	defer p.a.Unlock()
	p.n--
}

// An audited mutex is an adaptive one with counters.

type audited struct {
	a, b adaptive.Audited
	n    int
}

func (p *audited) forth() bool {
	p.a.Lock()
	defer p.a.Unlock()
	if !p.b.TryLockSpin() {
		return false
	}
	p.n++
	p.b.Unlock()
	return true
}

func (p *audited) back() {
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock()
	defer p.a.Unlock()
	p.n--
}
