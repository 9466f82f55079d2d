//go:build (!race && !lockdep) || lockdep_overlay

package lockdep

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
type Tracker struct{}

// A Mode says how a lock is held or wanted.
type Mode uint8

const (
	Exclusive Mode = iota
	Shared
)

// A Waiting is an acquisition that has begun.
type Waiting struct{}

// Want tells that the goroutine is about to wait for the lock. Call Got on what
// it returns once the lock is acquired, or GaveUp.
func (t *Tracker) Want(mode Mode) Waiting { return Waiting{} }

// WantSpin is Want for an exclusive acquisition that waits for a bounded time,
// without sleeping, and may fail.
func (t *Tracker) WantSpin() Waiting { return Waiting{} }

// Got tells that the lock has been acquired.
func (w Waiting) Got() {}

// GaveUp tells that the lock has not been acquired.
func (w Waiting) GaveUp() {}

// Tried tells that the lock was tried for, without waiting.
func (t *Tracker) Tried(mode Mode, acquired bool) {}

// Release tells that the goroutine is about to release the lock.
func (t *Tracker) Release(mode Mode) {}

// BailsOut tells, before the lock is first used, that its spinning attempts end
// as soon as the owner is seen to wait for a lock that does the same.
func (t *Tracker) BailsOut() {}
