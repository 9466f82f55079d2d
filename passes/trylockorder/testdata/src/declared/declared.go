// Package declared is run with -spinning=spinlock.Mutex.TryFor.
package declared

import "spinlock"

type pair struct {
	a, b spinlock.Mutex
	n    int
}

func (p *pair) forth() {
	for {
		p.a.Lock()
		if p.b.TryFor() { // want `spinning trylock against the lock order, a livelock: each owner spins on the other and starts over: pair.a -> pair.b -> pair.a:`
			break
		}
		p.a.Unlock()
	}
	p.n++
	p.b.Unlock()
	p.a.Unlock()
}

func (p *pair) back() {
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock()
	defer p.a.Unlock()
	p.n--
}

type calm struct {
	a, b spinlock.Mutex
	n    int
}

func (c *calm) forth() bool {
	c.a.Lock()
	defer c.a.Unlock()
	if !c.b.TryFor() { // want `it burns its whole spin time whenever the two sides meet: calm.a -> calm.b -> calm.a:`
		return false
	}
	c.n++
	c.b.Unlock()
	return true
}

func (c *calm) back() {
	c.b.Lock()
	defer c.b.Unlock()
	c.a.Lock()
	defer c.a.Unlock()
	c.n--
}
