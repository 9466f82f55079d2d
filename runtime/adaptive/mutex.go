//go:build !adaptive_audit && !race && !lockdep && !lockdep_overlay

package adaptive

import (
	"context"
	"time"
)

// A Mutex is a mutual exclusion lock that spins while that pays. The zero value
// is an unlocked mutex. It must not be copied after first use.
//
// For the Go memory model it is a [sync.Mutex]: each Unlock synchronizes before
// the acquisitions that follow it, and an attempt that fails establishes no
// order at all.
type Mutex struct{ lock }

// StatsOf returns the counters of m and true in a program that is built with the
// tag adaptive_audit. In others a Mutex has no counters, and StatsOf returns
// false.
func StatsOf(m *Mutex) (Stats, bool) { return Stats{}, false }

// Lock locks m. If the lock is in use, the goroutine waits until it is
// available, spinning first and then parked.
func (m *Mutex) Lock() {
	if m.inner.TryLock() {
		noteOwner(&m.owner)
		return
	}
	m.lockSlow(nil)
}

// Unlock unlocks m. It is a fatal error, as with [sync.Mutex], if m is not
// locked. A mutex is not tied to a goroutine: one may lock it and another
// unlock it.
func (m *Mutex) Unlock() { m.inner.Unlock() }

// TryLock locks m if it is free, and reports whether it did. It does not spin.
func (m *Mutex) TryLock() bool {
	if m.inner.TryLock() {
		noteOwner(&m.owner)
		return true
	}
	return false
}

// TryLockSpin tries for some microseconds to lock m, and reports whether it
// succeeded. It never parks. It stops as soon as the owner of m is seen to wait
// for an adaptive mutex itself, which makes it safe to call with other adaptive
// mutexes held, in any order.
//
// Like TryLock it fails at once if spinning has no place: another goroutine
// spins for m already, a goroutine is queued on this processor, or no other
// processor is running. After a failure, fall back in order; see the package's
// documentation.
func (m *Mutex) TryLockSpin() bool {
	if m.inner.TryLock() {
		noteOwner(&m.owner)
		return true
	}
	return m.tryLockSpinSlow(nil)
}

// TryLockFor waits for at most d to lock m, spinning first and then parked, and
// reports whether it succeeded. If d is not positive it is TryLock. It does not
// stop early when the owner waits.
//
// After it has failed, m is in use until it has been unlocked and is free: do
// not overwrite it before. See the package's documentation.
func (m *Mutex) TryLockFor(d time.Duration) bool {
	if m.inner.TryLock() {
		noteOwner(&m.owner)
		return true
	}
	return d > 0 && m.lockForSlow(d, nil)
}

// LockContext waits to lock m, spinning first and then parked, unless ctx ends.
// It returns nil once the caller holds m, and otherwise ctx.Err(): if ctx has
// ended before the call, or ends before m becomes available while it waits.
//
// After it has failed, m is in use until it has been unlocked and is free: do
// not overwrite it before. See the package's documentation.
func (m *Mutex) LockContext(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if m.inner.TryLock() {
		noteOwner(&m.owner)
		return nil
	}
	return m.lockContextSlow(ctx, nil)
}
