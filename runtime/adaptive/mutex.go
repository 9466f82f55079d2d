//go:build !adaptive_audit

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
// mutexes held, in any order. After a failure, fall back in order; see the
// package's documentation.
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
func (m *Mutex) TryLockFor(d time.Duration) bool {
	if m.inner.TryLock() {
		noteOwner(&m.owner)
		return true
	}
	return d > 0 && m.lockForSlow(d, nil)
}

// LockContext locks m, unless ctx ends first. It returns nil if m is locked,
// and ctx.Err() if it is not, as it is whenever ctx has ended before the call
// or before m became available.
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
