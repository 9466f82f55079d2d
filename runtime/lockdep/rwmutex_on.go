//go:build (race || lockdep) && !lockdep_overlay

package lockdep

import (
	"sync"
	"unsafe"

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
	gp, id, pc := core.Here()
	e := core.Current(gp, id).Want(&m.lock, unsafe.Pointer(m), pc, core.Exclusive, true, 0)
	m.mu.Lock()
	e.Got()
}

// TryLock is [sync.RWMutex.TryLock].
//
//go:noinline
//go:norace
func (m *RWMutex) TryLock() bool {
	gp, id, pc := core.Here()
	g := core.Current(gp, id)
	if m.mu.TryLock() {
		g.Tried(&m.lock, unsafe.Pointer(m), pc, core.Exclusive)
		return true
	}
	g.Failed(&m.lock, unsafe.Pointer(m), pc, core.Exclusive)
	return false
}

// Unlock is [sync.RWMutex.Unlock].
//
//go:noinline
//go:norace
func (m *RWMutex) Unlock() {
	gp, id, pc := core.Here()
	core.Current(gp, id).Release(unsafe.Pointer(m), core.Exclusive, pc)
	m.mu.Unlock()
}

// RLock is [sync.RWMutex.RLock]. What is wrong with it is reported before it
// waits.
//
//go:noinline
//go:norace
func (m *RWMutex) RLock() {
	gp, id, pc := core.Here()
	m.readLock(core.Current(gp, id), pc)
}

// TryRLock is [sync.RWMutex.TryRLock].
//
//go:noinline
//go:norace
func (m *RWMutex) TryRLock() bool {
	gp, id, pc := core.Here()
	g := core.Current(gp, id)
	if m.mu.TryRLock() {
		g.Tried(&m.lock, unsafe.Pointer(m), pc, core.Shared)
		return true
	}
	g.Failed(&m.lock, unsafe.Pointer(m), pc, core.Shared)
	return false
}

// RUnlock is [sync.RWMutex.RUnlock].
//
//go:noinline
//go:norace
func (m *RWMutex) RUnlock() {
	gp, id, pc := core.Here()
	m.readUnlock(core.Current(gp, id), pc)
}

// RLocker is [sync.RWMutex.RLocker].
func (m *RWMutex) RLocker() sync.Locker { return (*rlocker)(m) }

//go:norace
func (m *RWMutex) readLock(g *core.Goroutine, pc uintptr) {
	e := g.Want(&m.lock, unsafe.Pointer(m), pc, core.Shared, true, 0)
	m.mu.RLock()
	e.Got()
}

//go:norace
func (m *RWMutex) readUnlock(g *core.Goroutine, pc uintptr) {
	g.Release(unsafe.Pointer(m), core.Shared, pc)
	m.mu.RUnlock()
}

//go:norace
func (m *RWMutex) lockNested(level uint8, pc uintptr) {
	gp, id, _ := core.Here()
	e := core.Current(gp, id).Want(&m.lock, unsafe.Pointer(m), pc, core.Exclusive, true, level)
	m.mu.Lock()
	e.Got()
}

// rlocker takes an RWMutex for reading.
type rlocker RWMutex

//go:noinline
//go:norace
func (r *rlocker) Lock() {
	gp, id, pc := core.Here()
	(*RWMutex)(r).readLock(core.Current(gp, id), pc)
}

//go:noinline
//go:norace
func (r *rlocker) Unlock() {
	gp, id, pc := core.Here()
	(*RWMutex)(r).readUnlock(core.Current(gp, id), pc)
}
