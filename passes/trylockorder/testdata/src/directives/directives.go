// Package directives accepts a trylock against the order, and fails to.
package directives

import "sync"

type quiet struct{ a, b sync.Mutex }

func (p *quiet) retry() {
	for {
		p.a.Lock()
		//lint:ignore trylockorder b is held for a few instructions only
		if p.b.TryLock() {
			break
		}
		p.a.Unlock()
	}
	p.b.Unlock()
	p.a.Unlock()
}

func (p *quiet) back() {
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock()
	defer p.a.Unlock()
}

type loud struct{ a, b sync.Mutex }

func (p *loud) retry() {
	for {
		p.a.Lock()
		//lint:ignore trylockorder
		if p.b.TryLock() { // want `retried at once: safe only while TryLock does not spin.*: loud.a -> loud.b -> loud.a:`
			break
		}
		p.a.Unlock()
	}
	p.b.Unlock()
	p.a.Unlock()
}

func (p *loud) back() {
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock()
	defer p.a.Unlock()
}
