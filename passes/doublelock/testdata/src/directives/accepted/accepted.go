// Package accepted holds reports that the source accepts.
package accepted

import "sync"

type pool struct {
	mu   sync.Mutex
	free int
}

func (p *pool) size() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.free
}

// The directive stands above the line of the report, or at its end.

func (p *pool) drain() {
	p.mu.Lock()
	defer p.mu.Unlock()
	//lint:ignore doublelock drain is called once, to show the deadlock detector
	p.free -= p.size()
}

func (p *pool) refill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free += p.size() //lint:ignore doublelock never reached with a free lock
}

// It may name several analyzers.

func (p *pool) twice() {
	p.mu.Lock()
	//lint:ignore SA2001,doublelock the signal handler releases the lock
	p.mu.Lock()
	p.mu.Unlock()
}
