// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: trylocks of home-made locks and through wrappers.
package correct

import (
	"sync"
	"sync/atomic"
)

// The scan is skipped when one is on.

type chanMutex struct{ c chan struct{} }

func newChanMutex() chanMutex { return chanMutex{make(chan struct{}, 1)} }

func (m chanMutex) Lock()   { m.c <- struct{}{} }
func (m chanMutex) Unlock() { <-m.c }

func (m chanMutex) TryLock() bool {
	select {
	case m.c <- struct{}{}:
		return true
	default:
		return false
	}
}

type folder struct {
	lock  chanMutex
	scans int
}

func (f *folder) scanSoon() bool {
	if !f.lock.TryLock() {
		return false
	}
	defer f.lock.Unlock()
	f.scans++
	return true
}

// A wake-up signal is no lock: that one is pending already is all right.

type pump struct {
	kick chan struct{}
	runs int
}

func newPump() *pump {
	p := &pump{kick: make(chan struct{}, 1)}
	go p.run()
	return p
}

func (p *pump) wake() bool {
	select {
	case p.kick <- struct{}{}:
		return true
	default:
		return false
	}
}

func (p *pump) run() {
	for range p.kick {
		p.runs++
	}
}

func (p *pump) nudge() { p.wake() }

// A flag that is set once is no lock: nobody clears it.

type service struct {
	started atomic.Bool
	n       int
}

func (s *service) start() bool { return s.started.CompareAndSwap(false, true) }

func (s *service) run() {
	s.start()
	s.n++
}

// Begin's result is heeded by each caller.

type mounts struct {
	mu sync.Mutex
	m  map[string]int
}

func (m *mounts) begin() bool { return m.mu.TryLock() }
func (m *mounts) end()        { m.mu.Unlock() }

func (m *mounts) mount(name string) bool {
	if !m.begin() {
		return false
	}
	defer m.end()
	m.m[name]++
	return true
}

func (m *mounts) unmount(name string) {
	if m.begin() {
		m.m[name]--
		m.end()
	}
}

// A guard knows whether it has the lock, and releases only then.

type guard struct {
	mu *sync.Mutex
	ok bool
}

func try(mu *sync.Mutex) guard { return guard{mu, mu.TryLock()} }

func (g guard) release() {
	if g.ok {
		g.mu.Unlock()
	}
}

func (m *mounts) bump(name string) bool {
	g := try(&m.mu)
	defer g.release()
	if !g.ok {
		return false
	}
	m.m[name]++
	return true
}

// The wrapper's own attempt, and a user that heeds it.

type counted struct {
	sync.Mutex
	fails atomic.Int64
}

func (c *counted) TryLock() bool {
	if c.Mutex.TryLock() {
		return true
	}
	c.fails.Add(1)
	return false
}

type plan struct {
	lock  counted
	steps []string
}

func (p *plan) push(step string) bool {
	ok := p.lock.TryLock()
	if ok {
		p.steps = append(p.steps, step)
		p.lock.Unlock()
	}
	return ok
}

// Behind an interface.

type tryLocker interface {
	sync.Locker
	TryLock() bool
}

func attempt(l tryLocker, f func()) {
	if l.TryLock() {
		defer l.Unlock()
		f()
	}
}

func (p *plan) reset() { attempt(&p.lock, func() { p.steps = nil }) }
