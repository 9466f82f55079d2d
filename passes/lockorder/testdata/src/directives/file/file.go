// Package file accepts every order that one of its files has.
package file

import "sync"

type pair struct{ a, b, c sync.Mutex }

func (p *pair) forth() {
	p.a.Lock()
	defer p.a.Unlock()
	p.b.Lock()
	defer p.b.Unlock()
	p.c.Lock()
	defer p.c.Unlock()
}

func (p *pair) cb() {
	p.c.Lock()
	defer p.c.Unlock()
	p.b.Lock() // want `lock order inversion, a deadlock: pair.b -> pair.c -> pair.b:`
	defer p.b.Unlock()
}
