//go:build race || lockdep || lockdep_overlay

package adaptive

import (
	"context"
	"time"

	"github.com/lockvet/lockvet/runtime/lockdep"
)

// A Mutex is a mutual exclusion lock that spins while that pays. This one is
// built with the tag race or lockdep, or by "lockvet test", and reports how it is
// used; see package lockdep.
type Mutex struct {
	tracker tracker // comes first, see there
	body
}

// body has none of Audited's methods, so that a Mutex has no others than in
// every build.
type body Audited

func (b *body) audited() *Audited { return (*Audited)(b) }

// StatsOf returns the counters of m and true in a program that is built with the
// tag adaptive_audit. In others it returns false.
func StatsOf(m *Mutex) (Stats, bool) {
	if !audit {
		return Stats{}, false
	}
	return m.audited().Stats(), true
}

// None of the methods is inlined, since a report names their callers.

//go:noinline
func (m *Mutex) Lock() {
	m.tracker.BailsOut()
	w := m.tracker.Want(lockdep.Exclusive)
	m.audited().Lock()
	w.Got()
}

//go:noinline
func (m *Mutex) Unlock() {
	m.tracker.Release(lockdep.Exclusive)
	m.audited().Unlock()
}

//go:noinline
func (m *Mutex) TryLock() bool {
	m.tracker.BailsOut()
	m.tracker.Trying()
	ok := m.audited().TryLock()
	m.tracker.Tried(lockdep.Exclusive, ok)
	return ok
}

//go:noinline
func (m *Mutex) TryLockSpin() bool {
	m.tracker.BailsOut()
	w := m.tracker.WantSpin()
	if m.audited().TryLockSpin() {
		w.Got()
		return true
	}
	w.GaveUp()
	return false
}

// A wait with an end is an attempt, as far as orders go: it does not wait for as
// long as it takes.

//go:noinline
func (m *Mutex) TryLockFor(d time.Duration) bool {
	m.tracker.BailsOut()
	m.tracker.Trying()
	ok := m.audited().TryLockFor(d)
	m.tracker.Tried(lockdep.Exclusive, ok)
	return ok
}

//go:noinline
func (m *Mutex) LockContext(ctx context.Context) error {
	m.tracker.BailsOut()
	m.tracker.Trying()
	err := m.audited().LockContext(ctx)
	m.tracker.Tried(lockdep.Exclusive, err == nil)
	return err
}
