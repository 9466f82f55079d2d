package adaptive

import (
	"context"
	"fmt"
	"time"
)

// Audited is a [Mutex] that counts how it is acquired. The zero value is an
// unlocked mutex with all counters at zero. It must not be copied after first
// use.
//
// Counting costs some nanoseconds each time the lock is taken. In a program that
// is built with the tag adaptive_audit, every Mutex has counters; see [StatsOf].
//
// Audited is an expvar.Var:
//
//	expvar.Publish("orders.mu", &orders.mu)
type Audited struct {
	lock
	counters counters
}

// Stats returns the counters as they are. They are read one after the other
// while the lock is in use, so sums can be off by the operations under way.
func (m *Audited) Stats() Stats {
	beginAdvice()
	defer endAdvice()
	return m.counters.stats()
}

// String returns the counters as a JSON object, in the form of [Stats].
func (m *Audited) String() string {
	s := m.Stats()
	b := s.BailOuts
	return fmt.Sprintf(`{"fast":%d,"spun":%d,"parked":%d,"failed_tries":%d,"given_up":%d,`+
		`"bail_outs":{"owner_waits":%d,"need_resched":%d,"token_taken":%d,"cap_reached":%d,"unpromising":%d},`+
		`"longest_spin_ns":%d}`,
		s.Fast, s.Spun, s.Parked, s.FailedTries, s.GivenUp,
		b.OwnerWaits, b.NeedResched, b.TokenTaken, b.CapReached, b.Unpromising,
		int64(s.LongestSpin))
}

// tryFast is the fast path of all methods.
func (m *Audited) tryFast() bool {
	if !m.inner.TryLock() {
		return false
	}
	noteOwner(&m.owner)
	beginAdvice()
	m.counters.fast.Add(1)
	endAdvice()
	return true
}

// Lock is [Mutex.Lock].
func (m *Audited) Lock() {
	if !m.tryFast() {
		m.lockSlow(&m.counters)
	}
}

// Unlock is [Mutex.Unlock].
func (m *Audited) Unlock() { m.inner.Unlock() }

// TryLock is [Mutex.TryLock].
func (m *Audited) TryLock() bool {
	if m.tryFast() {
		return true
	}
	beginAdvice()
	m.counters.failedTries.Add(1)
	endAdvice()
	return false
}

// TryLockSpin is [Mutex.TryLockSpin].
func (m *Audited) TryLockSpin() bool {
	return m.tryFast() || m.tryLockSpinSlow(&m.counters)
}

// TryLockFor is [Mutex.TryLockFor].
func (m *Audited) TryLockFor(d time.Duration) bool {
	if m.tryFast() {
		return true
	}
	if d > 0 {
		return m.lockForSlow(d, &m.counters)
	}
	beginAdvice()
	m.counters.gaveUp()
	endAdvice()
	return false
}

// LockContext is [Mutex.LockContext].
func (m *Audited) LockContext(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		beginAdvice()
		m.counters.gaveUp()
		endAdvice()
		return err
	}
	if m.tryFast() {
		return nil
	}
	return m.lockContextSlow(ctx, &m.counters)
}
