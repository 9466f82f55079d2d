package adaptive

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/lockvet/lockvet/runtime/adaptive/internal/machine"
	"github.com/lockvet/lockvet/runtime/adaptive/internal/waiting"
)

// The protocol
//
// inner alone excludes, parks, and hands over; whatever else goes wrong, the
// lock is as correct as sync.Mutex. All other words are advice. They decide how
// long somebody tries before it parks in inner or gives up, and they can be
// stale, lost or wrong without harm to anything but speed.
//
// Fast path: take inner if it is free, and note the owner.
//
// Slow path, by these rules, which the code below names where it applies them:
//
//	announce    a goroutine counts itself into the waiting table before it
//	            spins and out of it after it has the lock and has noted itself
//	            as owner, or has given up. It is announced while it spins and
//	            while it is parked.
//	token       one goroutine spins for a lock; others do not wait for the
//	            token but go on as if the spin had failed.
//	resched     nobody begins to spin if no other processor is running, or if a
//	            goroutine is queued on this one, nor goes on for long.
//	cap         a spin ends after a fixed amount of pausing.
//	bail-out    a trylock stops spinning when the lock's owner waits.
//	pace        past spins decide how often to look, and whether at all.
//
// Lock does not apply the bail-out: it has to wait anyhow, and stopping early
// made it slower whenever it was tried.
//
// The package's documentation argues why this ends a spinning trylock in opposed
// orders, and model/mutex.pml is the protocol step by step.

type lock struct {
	inner sync.Mutex
	// owner is the goroutine that acquired the lock last. Release does not
	// clear it: a store there would be on everybody's fast path, and whoever
	// finds the lock free does not ask for the owner.
	owner uintptr
	token atomic.Uint32
	pace  pace
}

// spinCap bounds a spin. It is about what parking and waking cost together, so
// that a spin in vain at most doubles the price.
const spinCap = 8 * time.Microsecond

// reschedEvery is how long a spin goes on between two questions to the
// scheduler. One takes some nanoseconds, and reads what other processors write.
const reschedEvery = 400 * time.Nanosecond

// An outcome is how a spin ended.
type outcome uint8

const (
	acquired outcome = iota
	// The remaining ones are the reasons to bail out.
	ownerWaits
	needResched
	tokenTaken
	capReached
	unpromising // past spins failed
	outcomes
)

func (l *lock) lockSlow(a *counters) {
	g := machine.G()
	beginAdvice()
	announce(g)
	why := l.spinPaced(g, spinCap, a)
	endAdvice()
	if why != acquired {
		l.inner.Lock()
	}
	noteOwner(&l.owner)
	beginAdvice()
	withdraw(g)
	a.acquired(why)
	endAdvice()
}

func (l *lock) tryLockSpinSlow(a *counters) bool {
	g := machine.G()
	beginAdvice()
	announce(g)
	why := l.spin(g, trying, spinCap, a)
	if why == acquired {
		noteOwner(&l.owner)
	}
	withdraw(g)
	a.tried(why)
	endAdvice()
	return why == acquired
}

// announce and withdraw apply the rule of that name.
func announce(g uintptr) {
	if machine.Linked {
		waiting.Of(g).Begin()
	}
}

func withdraw(g uintptr) {
	if machine.Linked {
		waiting.Of(g).End()
	}
}

// ownerWaits reports whether the goroutine that has the lock waits for an
// adaptive mutex, as far as can be told.
func (l *lock) ownerWaits(g uintptr) bool {
	if !machine.Linked {
		return false
	}
	owner := atomic.LoadUintptr(&l.owner)
	return owner != 0 && owner != g && waiting.Of(owner).Others(waiting.Of(g))
}

// A purpose is why somebody spins.
type purpose bool

const (
	locking purpose = false // parks if the spin fails
	trying  purpose = true  // gives up if the spin fails
)

// spinPaced spins for a Lock unless past spins advise against it.
func (l *lock) spinPaced(g uintptr, limit time.Duration, a *counters) outcome {
	if !l.pace.promising() {
		a.bailedOut(unpromising)
		return unpromising
	}
	return l.spin(g, locking, limit, a)
}

// spin tries to acquire the lock for about limit.
func (l *lock) spin(g uintptr, why purpose, limit time.Duration, a *counters) outcome {
	if !machine.CanSpin() { // resched
		a.bailedOut(needResched)
		return needResched
	}
	if !l.token.CompareAndSwap(0, 1) { // token
		a.bailedOut(tokenTaken)
		return tokenTaken
	}
	start := a.now()
	end := l.poll(g, why, machine.Pauses(limit))
	l.token.Store(0)
	a.spun(end, start)
	return end
}

// poll looks at the lock again and again until it has spent budget, in units
// of machine.Pause. Between two looks it leaves the lock alone, at first for
// the quantum that the pace advises, later for an eighth of the time it has
// been here: a long wait need not be noticed to the nanosecond, and looking
// slows the owner down.
func (l *lock) poll(g uintptr, why purpose, budget uint32) outcome {
	const growth = 8
	quantum, every := machine.Pauses(l.pace.quantum(why)), machine.Pauses(reschedEvery)
	ask := every
	for looks, spent := 0, uint32(0); ; looks++ {
		endAdvice()
		got := l.inner.TryLock()
		beginAdvice()
		switch {
		case got:
			l.pace.succeeded(why, looks)
			return acquired
		case why == trying && l.ownerWaits(g): // bail-out
			return ownerWaits
		case spent >= budget: // cap
			l.pace.failed(why)
			return capReached
		case spent >= ask:
			if machine.NeedResched() { // resched
				l.pace.failed(why)
				return needResched
			}
			ask = spent + every
		}
		rest := min(max(quantum, spent/growth), budget)
		machine.Pause(rest)
		spent += rest + 1 // and one for the look
	}
}
