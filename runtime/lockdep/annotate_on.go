//go:build (race || lockdep) && !lockdep_overlay

package lockdep

import (
	"sync"

	"github.com/lockvet/lockvet/runtime/lockdep/internal/core"
)

// identity returns what the core knows a lock by, or nil if the lock is none
// of this package's.
func identity(l sync.Locker) *core.Lock {
	switch l := l.(type) {
	case *Mutex:
		return &l.lock
	case *RWMutex:
		return &l.lock
	case *rlocker:
		return &l.lock
	case interface{ LockdepTracker() *Tracker }:
		return &l.LockdepTracker().lock
	}
	return nil
}

// SetClass makes the lock one of the class of that name; a name such as
// "pkg.Type.mu" is usual. Call it before the lock is used. Locks of one class
// obey the same rules: if one of class A is taken while one of class B is held,
// that is an order of the two classes, whichever locks they were. Without a
// name an order is one of these two locks only.
func SetClass(l sync.Locker, name string) {
	if lock := identity(l); lock != nil && name != "" {
		lock.Name(name)
	}
}

// LockNested locks l, which may be of the class of a lock that the goroutine
// holds, at a level of its own: 1 for the second lock of the class, 2 for the
// third. Levels above 7 count as 7. It says that something outside the locks
// puts them in order, such as parent and child. Levels are an order too: to take
// level 1 and then level 0 is one against it.
//
//go:noinline
func LockNested(l sync.Locker, level int) {
	_, pc := core.Here()
	n := uint8(min(max(level, 0), core.MaxLevel))
	switch l := l.(type) {
	case *Mutex:
		l.lockNested(n, pc)
	case *RWMutex:
		l.lockNested(n, pc)
	default:
		l.Lock()
	}
}

// AssertHeld reports if the goroutine does not hold the lock, or holds it for
// reading only.
//
//go:noinline
func AssertHeld(l sync.Locker) {
	g, pc := core.Here()
	if g == nil {
		g = core.Current()
	}
	if lock := identity(l); lock != nil {
		g.AssertHeld(lock, core.Exclusive, pc)
	}
}

// AssertRHeld reports if the goroutine does not hold the lock in any mode.
//
//go:noinline
func AssertRHeld(l sync.Locker) {
	g, pc := core.Here()
	if g == nil {
		g = core.Current()
	}
	if lock := identity(l); lock != nil {
		g.AssertHeld(lock, core.Shared, pc)
	}
}

// AssertNotHeld reports if the goroutine holds the lock in any mode.
//
//go:noinline
func AssertNotHeld(l sync.Locker) {
	g, pc := core.Here()
	if g == nil {
		g = core.Current()
	}
	if lock := identity(l); lock != nil {
		g.AssertNotHeld(lock, pc)
	}
}
