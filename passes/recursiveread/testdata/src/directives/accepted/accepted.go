// Package accepted holds reports that the source accepts.
package accepted

import "sync"

type pool struct {
	mu   sync.RWMutex
	free int
}

func (p *pool) put() {
	p.mu.Lock()
	p.free++
	p.mu.Unlock()
}

func (p *pool) size() int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.free
}

// The directive stands above the line of the report, or at its end.

func (p *pool) half() int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	//lint:ignore recursiveread put is not called any more after the start
	return p.size() / 2
}

func (p *pool) double() int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.size() * 2 //lint:ignore recursiveread as in half
}
