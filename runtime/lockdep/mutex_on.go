//go:build (race || lockdep) && !lockdep_overlay

package lockdep

import (
	"sync"

	"github.com/lockvet/lockvet/runtime/lockdep/internal/core"
)

// Enabled says whether this build checks.
const Enabled = true

// A Mutex is a [sync.Mutex] that reports how it is used. Without the build tags
// it is sync.Mutex itself.
type Mutex struct {
	mu   sync.Mutex
	lock core.Lock
}

// The methods of both locks ask [core.Here] for the place of their caller, so
// they must not be inlined, and are not instrumented since what they call must
// not be. The locks of package sync do tell the race detector.

// Lock is [sync.Mutex.Lock]. What is wrong with it is reported before it waits.
//
//go:noinline
//go:norace
func (m *Mutex) Lock() {
	g, pc := core.Here()
	if g == nil {
		g = core.Current()
	}
	e := g.Want(&m.lock, pc, core.Exclusive, false, 0)
	m.mu.Lock()
	e.Got()
}

// TryLock is [sync.Mutex.TryLock].
//
//go:noinline
//go:norace
func (m *Mutex) TryLock() bool {
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

// Unlock is [sync.Mutex.Unlock].
//
//go:noinline
//go:norace
func (m *Mutex) Unlock() {
	g, pc := core.Here()
	if g == nil {
		g = core.Current()
	}
	g.Release(&m.lock, core.Exclusive, pc)
	m.mu.Unlock()
}

//go:norace
func (m *Mutex) lockNested(level uint8, pc uintptr) {
	g, _ := core.Here()
	if g == nil {
		g = core.Current()
	}
	e := g.Want(&m.lock, pc, core.Exclusive, false, level)
	m.mu.Lock()
	e.Got()
}
