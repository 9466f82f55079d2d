// Package refused holds directives that do not accept the report they stand
// at.
package refused

import "sync"

type pool struct {
	mu   sync.RWMutex
	free int
}

// The writer is not where the report stands.

func (p *pool) put() {
	//lint:ignore recursiveread called at the start only
	p.mu.Lock()
	p.free++
	p.mu.Unlock()
}

func (p *pool) size() int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.free
}

// Without a reason a directive is void.

func (p *pool) half() int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	//lint:ignore recursiveread
	return p.size() / 2 // want `pool.mu is read-locked twice, a deadlock if the writer at refused.go:16 comes in between: read-locked at refused.go:22 \(called from refused.go:33\) while it is read-locked since refused.go:30`
}

// It is another analyzer's.

func (p *pool) double() int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	//lint:ignore doublelock put is not called any more after the start
	return p.size() * 2 // want `pool.mu is read-locked twice, a deadlock if the writer at refused.go:16 comes in between: read-locked at refused.go:22 \(called from refused.go:42\) while it is read-locked since refused.go:39`
}
