//go:build adaptive_audit && !race && !lockdep && !lockdep_overlay

package adaptive

import (
	"context"
	"time"
)

// A Mutex is a mutual exclusion lock that spins while that pays. This one is
// built with the tag adaptive_audit, and has counters, which [StatsOf] returns.
//
// It is not another name for Audited, since a type that embeds a Mutex would
// then change how it prints.
type Mutex Audited

// StatsOf returns the counters of m, and true.
func StatsOf(m *Mutex) (Stats, bool) { return (*Audited)(m).Stats(), true }

func (m *Mutex) Lock()                                 { (*Audited)(m).Lock() }
func (m *Mutex) Unlock()                               { (*Audited)(m).Unlock() }
func (m *Mutex) TryLock() bool                         { return (*Audited)(m).TryLock() }
func (m *Mutex) TryLockSpin() bool                     { return (*Audited)(m).TryLockSpin() }
func (m *Mutex) TryLockFor(d time.Duration) bool       { return (*Audited)(m).TryLockFor(d) }
func (m *Mutex) LockContext(ctx context.Context) error { return (*Audited)(m).LockContext(ctx) }
