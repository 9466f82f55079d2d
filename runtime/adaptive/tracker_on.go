//go:build (race || lockdep) && !lockdep_overlay

package adaptive

import "github.com/lockvet/lockvet/runtime/lockdep"

// A tracker tells package lockdep how a mutex is used.
type tracker struct{ lockdep.Tracker }

// LockdepTracker is how package lockdep knows m.
func (m *Mutex) LockdepTracker() *lockdep.Tracker { return &m.tracker.Tracker }

// Trying tells that an attempt begins; call Tried when it has ended. It is
// without use here, since package lockdep does not see the lock inside.
func (*tracker) Trying() {}

func lookAway() {}
