// Package mixed has one order, and the other in a test only.
package mixed

import "sync"

type pair struct {
	a, b sync.Mutex
	n    int
}

func (p *pair) inc() {
	p.a.Lock()
	defer p.a.Unlock()
	p.b.Lock()
	defer p.b.Unlock()
	p.n++
}
