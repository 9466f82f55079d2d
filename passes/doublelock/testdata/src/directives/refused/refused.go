// Package refused holds directives that do not accept the report they stand
// at.
package refused

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

// Without a reason a directive is void.

func (p *pool) drain() {
	p.mu.Lock()
	defer p.mu.Unlock()
	//lint:ignore doublelock
	p.free -= p.size() // want `pool.mu is locked by a goroutine that holds it, a deadlock: locked at refused.go:13 \(called from refused.go:24\) while it is held since refused.go:21`
}

// It is another analyzer's.

func (p *pool) refill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	//lint:ignore lockorder there is one pool
	p.free += p.size() // want `pool.mu is locked by a goroutine that holds it, a deadlock: locked at refused.go:13 \(called from refused.go:33\) while it is held since refused.go:30`
}

// It accepts one line, and the next one has the same fault.

func (p *pool) halve() {
	p.mu.Lock()
	defer p.mu.Unlock()
	//lint:ignore doublelock never called
	p.free -= p.size()
	p.free /= p.size() // want `pool.mu is locked by a goroutine that holds it, a deadlock: locked at refused.go:13 \(called from refused.go:43\) while it is held since refused.go:39`
}

// It stands at the first acquisition, but the report does not.

func (p *pool) twice() {
	//lint:ignore doublelock the report is below
	p.mu.Lock()
	p.free++
	p.mu.Lock() // want `pool.mu is locked by a goroutine that holds it, a deadlock: locked at refused.go:52 while it is held since refused.go:50`
	p.mu.Unlock()
}
