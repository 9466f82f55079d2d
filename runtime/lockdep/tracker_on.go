//go:build (race || lockdep) && !lockdep_overlay

package lockdep

import (
	"github.com/lockvet/lockvet/runtime/lockdep/internal/core"
)

// A Tracker makes a lock of one's own known. The lock has one as a field, and
// tells it what it does. The zero value is ready for use, and without the build
// tags it is empty and its methods do nothing.
//
//	//go:noinline
//	func (m *Mutex) Lock() {
//		w := m.tracker.Want(lockdep.Exclusive)
//		... // wait for the lock
//		w.Got()
//	}
//
// The methods of the lock must not be inlined: a report names their callers.
// Give [SetClass], LockNested and the assertions such a lock by a method
//
//	func (m *Mutex) LockdepTracker() *lockdep.Tracker { return &m.tracker }
type Tracker struct{ lock core.Lock }

// A Mode says how a lock is held or wanted.
type Mode uint8

const (
	Exclusive = Mode(core.Exclusive)
	Shared    = Mode(core.Shared)
)

// A Waiting is an acquisition that has begun.
type Waiting struct {
	g *core.Goroutine
	e *core.Entry
}

// Want tells that the goroutine is about to wait for the lock. Call Got on what
// it returns once the lock is acquired, or GaveUp.
//
//go:noinline
//go:norace
func (t *Tracker) Want(mode Mode) Waiting {
	g, _ := core.Here()
	if g == nil {
		g = core.Current()
	}
	return Waiting{g, g.Want(&t.lock, core.Above(), core.Mode(mode), true, 0)}
}

// WantSpin is Want for an exclusive acquisition that waits for a bounded time,
// without sleeping, and may fail.
//
//go:noinline
//go:norace
func (t *Tracker) WantSpin() Waiting {
	g, _ := core.Here()
	if g == nil {
		g = core.Current()
	}
	return Waiting{g, g.WantSpin(&t.lock, core.Above())}
}

// Got tells that the lock has been acquired.
//
//go:norace
func (w Waiting) Got() { w.e.Got() }

// GaveUp tells that the lock has not been acquired.
//
//go:norace
func (w Waiting) GaveUp() { w.g.GaveUp(w.e) }

// Tried tells that the lock was tried for, without waiting.
//
//go:noinline
//go:norace
func (t *Tracker) Tried(mode Mode, acquired bool) {
	g, _ := core.Here()
	if g == nil {
		g = core.Current()
	}
	if acquired {
		g.Tried(&t.lock, core.Above(), core.Mode(mode))
	} else {
		g.Failed(&t.lock, core.Above(), core.Mode(mode))
	}
}

// Release tells that the goroutine is about to release the lock.
//
//go:noinline
//go:norace
func (t *Tracker) Release(mode Mode) {
	g, _ := core.Here()
	if g == nil {
		g = core.Current()
	}
	g.Release(&t.lock, core.Mode(mode), core.Above())
}

// BailsOut tells, before the lock is first used, that its spinning attempts end
// as soon as the owner is seen to wait for a lock that does the same.
//
//go:noinline
//go:norace
func (t *Tracker) BailsOut() {
	if t.lock == (core.Lock{}) {
		t.lock.Adopt(core.Above(), true)
	}
}
