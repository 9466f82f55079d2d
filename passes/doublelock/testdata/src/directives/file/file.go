// Package file has a file of which no reports are wanted.
package file

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

func (p *pool) drain() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free -= p.size() // want `pool.mu is locked by a goroutine that holds it, a deadlock: locked at file.go:12 \(called from file.go:20\) while it is held since file.go:18`
}
