//go:build (!race && !lockdep) || lockdep_overlay

package lockdep

import "sync"

// SetClass makes the lock one of the class of that name; a name such as
// "pkg.Type.mu" is usual. Call it before the lock is used. Locks of one class
// obey the same rules: if one of class A is taken while one of class B is held,
// that is an order of the two classes, whichever locks they were. Without a
// name an order is one of these two locks only.
func SetClass(l sync.Locker, name string) {}

// LockNested locks l, which may be of the class of a lock that the goroutine
// holds, at a level of its own: 1 for the second lock of the class, 2 for the
// third. Levels above 7 count as 7. It says that something outside the locks
// puts them in order, such as parent and child. Levels are an order too: to take
// level 1 and then level 0 is one against it.
func LockNested(l sync.Locker, level int) { l.Lock() }

// AssertHeld reports if the goroutine does not hold the lock, or holds it for
// reading only.
func AssertHeld(l sync.Locker) {}

// AssertRHeld reports if the goroutine does not hold the lock in any mode.
func AssertRHeld(l sync.Locker) {}

// AssertNotHeld reports if the goroutine holds the lock in any mode.
func AssertNotHeld(l sync.Locker) {}
