//go:build (race || lockdep) && !lockdep_overlay

package lockdep

import (
	"sync"

	"github.com/lockvet/lockvet/runtime/lockdep/internal/core"
)

// An RWMutex is a [sync.RWMutex] that reports how it is used. Without the build
// tags it is sync.RWMutex itself.
type RWMutex struct {
	mu   sync.RWMutex
	lock core.Lock
}

// Lock is [sync.RWMutex.Lock]. What is wrong with it is reported before it
// waits.
//
//go:noinline
//go:norace
func (m *RWMutex) Lock() {
	g, pc := core.Here()
	if g == nil {
		g = core.Current()
	}
	e := g.Want(&m.lock, pc, core.Exclusive, true, 0)
	m.mu.Lock()
	e.Got()
}

// TryLock is [sync.RWMutex.TryLock].
//
//go:noinline
//go:norace
func (m *RWMutex) TryLock() bool {
	g, pc := core.Here()
	if g == nil {
		g = core.Current()
	}
	if m.mu.TryLock() {
		g.Tried(&m.lock, pc, core.Exclusive)
		return true
	}
	g.Failed(&m.lock, pc, core.Exclusive)
	return false
}

// Unlock is [sync.RWMutex.Unlock].
//
//go:noinline
//go:norace
func (m *RWMutex) Unlock() {
	g, pc := core.Here()
	if g == nil {
		g = core.Current()
	}
	g.Release(&m.lock, core.Exclusive, pc)
	m.mu.Unlock()
}

// RLock is [sync.RWMutex.RLock]. What is wrong with it is reported before it
// waits.
//
//go:noinline
//go:norace
func (m *RWMutex) RLock() {
	g, pc := core.Here()
	if g == nil {
		g = core.Current()
	}
	m.readLock(g, pc)
}

// TryRLock is [sync.RWMutex.TryRLock].
//
//go:noinline
//go:norace
func (m *RWMutex) TryRLock() bool {
	g, pc := core.Here()
	if g == nil {
		g = core.Current()
	}
	if m.mu.TryRLock() {
		g.Tried(&m.lock, pc, core.Shared)
		return true
	}
	g.Failed(&m.lock, pc, core.Shared)
	return false
}

// RUnlock is [sync.RWMutex.RUnlock].
//
//go:noinline
//go:norace
func (m *RWMutex) RUnlock() {
	g, pc := core.Here()
	if g == nil {
		g = core.Current()
	}
	m.readUnlock(g, pc)
}

// RLocker is [sync.RWMutex.RLocker].
func (m *RWMutex) RLocker() sync.Locker { return (*rlocker)(m) }

//go:norace
func (m *RWMutex) readLock(g *core.Goroutine, pc uintptr) {
	e := g.Want(&m.lock, pc, core.Shared, true, 0)
	m.mu.RLock()
	e.Got()
}

//go:norace
func (m *RWMutex) readUnlock(g *core.Goroutine, pc uintptr) {
	g.Release(&m.lock, core.Shared, pc)
	m.mu.RUnlock()
}

//go:norace
func (m *RWMutex) lockNested(level uint8, pc uintptr) {
	g, _ := core.Here()
	if g == nil {
		g = core.Current()
	}
	e := g.Want(&m.lock, pc, core.Exclusive, true, level)
	m.mu.Lock()
	e.Got()
}

// rlocker takes an RWMutex for reading.
type rlocker RWMutex

//go:noinline
//go:norace
func (r *rlocker) Lock() {
	g, pc := core.Here()
	if g == nil {
		g = core.Current()
	}
	(*RWMutex)(r).readLock(g, pc)
}

//go:noinline
//go:norace
func (r *rlocker) Unlock() {
	g, pc := core.Here()
	if g == nil {
		g = core.Current()
	}
	(*RWMutex)(r).readUnlock(g, pc)
}
