// Package generated has its writer in a generated file, where it counts; what
// is wrong in that file is not reported.
package generated

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
	return p.size() / 2 // want `pool.mu is read-locked twice, a deadlock if the writer at put.go:6 comes in between: read-locked at pool.go:13 \(called from pool.go:21\) while it is read-locked since pool.go:19`
}
