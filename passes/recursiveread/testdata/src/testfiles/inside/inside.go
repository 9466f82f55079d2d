// Package inside has no writer but its test.
package inside

import "sync"

type pool struct {
	mu   sync.RWMutex
	free int
}

func (p *pool) size() int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.free
}

func (p *pool) half() int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.size() / 2
}
