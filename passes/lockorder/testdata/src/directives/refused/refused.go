// Package refused holds directives that do not accept the order they stand at.
package refused

import "sync"

// Without a reason a directive is void.

type bare struct{ a, b sync.Mutex }

func (p *bare) forth() {
	p.a.Lock()
	defer p.a.Unlock()
	p.b.Lock()
	defer p.b.Unlock()
}

func (p *bare) back() {
	p.b.Lock()
	defer p.b.Unlock()
	//lint:ignore lockorder
	p.a.Lock() // want `lock order inversion, a deadlock: bare.a -> bare.b -> bare.a:`
	defer p.a.Unlock()
}

// It is another analyzer's.

type other struct{ a, b sync.Mutex }

func (p *other) forth() {
	p.a.Lock()
	defer p.a.Unlock()
	p.b.Lock()
	defer p.b.Unlock()
}

func (p *other) back() {
	p.b.Lock()
	defer p.b.Unlock()
	//lint:ignore doublelock the other side has ended by then
	p.a.Lock() // want `lock order inversion, a deadlock: other.a -> other.b -> other.a:`
	defer p.a.Unlock()
}

// It accepts one acquisition, and a second has the same order.

type twice struct{ a, b sync.Mutex }

func (p *twice) forth() {
	p.a.Lock()
	defer p.a.Unlock()
	p.b.Lock()
	defer p.b.Unlock()
}

func (p *twice) back() {
	p.b.Lock()
	defer p.b.Unlock()
	//lint:ignore lockorder forth has ended by then
	p.a.Lock()
	defer p.a.Unlock()
}

func (p *twice) again() {
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock() // want `lock order inversion, a deadlock: twice.a -> twice.b -> twice.a:`
	defer p.a.Unlock()
}
