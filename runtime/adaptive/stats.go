package adaptive

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/lockvet/lockvet/runtime/adaptive/internal/machine"
)

// Stats are the counters of an [Audited] mutex. They are printable, and have
// names in JSON.
//
// Every acquisition is counted once, in Fast, Spun or Parked. Every spin that
// did not acquire the lock, and every one that was not even begun, is counted
// once in BailOuts. A lock that LockContext acquired and gave back, since its
// context had ended, is an acquisition and counted in GivenUp as well.
type Stats struct {
	Fast uint64 `json:"fast"` // acquired at once
	Spun uint64 `json:"spun"` // acquired by spinning
	// Acquired by waiting as for a sync.Mutex, which spins a little itself
	// before it parks.
	Parked uint64 `json:"parked"`

	FailedTries uint64 `json:"failed_tries"` // by TryLock and TryLockSpin
	GivenUp     uint64 `json:"given_up"`     // by TryLockFor and LockContext

	BailOuts BailOuts `json:"bail_outs"`

	// LongestSpin is by the clock, and includes the time in which the goroutine
	// or its thread had lost the processor.
	LongestSpin time.Duration `json:"longest_spin_ns"`
}

// BailOuts counts the spins that ended without the lock, by reason.
type BailOuts struct {
	OwnerWaits  uint64 `json:"owner_waits"`  // TryLockSpin: the owner itself waits for an adaptive mutex
	NeedResched uint64 `json:"need_resched"` // another goroutine needs the processor, or no other processor runs
	TokenTaken  uint64 `json:"token_taken"`  // another goroutine spins for this lock
	CapReached  uint64 `json:"cap_reached"`  // the spin took its full time
	Unpromising uint64 `json:"unpromising"`  // not begun, since recent spins were in vain
}

// String formats s for people, in one line.
func (s Stats) String() string {
	b := s.BailOuts
	return fmt.Sprintf("fast %d, spun %d (longest spin %v), parked %d, failed tries %d, given up %d; "+
		"bail-outs: owner waits %d, need resched %d, token taken %d, cap reached %d, unpromising %d",
		s.Fast, s.Spun, s.LongestSpin, s.Parked, s.FailedTries, s.GivenUp,
		b.OwnerWaits, b.NeedResched, b.TokenTaken, b.CapReached, b.Unpromising)
}

// counters are the Stats as they are counted. The methods are called with
// advice on, and do nothing on a nil receiver, which is what an unaudited lock
// has.
type counters struct {
	fast, parked, failedTries, givenUp atomic.Uint64
	ends                               [outcomes]atomic.Uint64 // of spins
	longest                            atomic.Int64            // ns
}

// acquired counts an acquisition on the slow path, whose spin ended as told.
func (c *counters) acquired(why outcome) {
	if c != nil && why != acquired {
		c.parked.Add(1)
	}
}

// tried counts a spinning trylock.
func (c *counters) tried(why outcome) {
	if c != nil && why != acquired {
		c.failedTries.Add(1)
	}
}

// gaveUp counts a wait that ended without the lock.
func (c *counters) gaveUp() {
	if c != nil {
		c.givenUp.Add(1)
	}
}

// bailedOut counts a spin that was not begun.
func (c *counters) bailedOut(why outcome) {
	if c != nil {
		c.ends[why].Add(1)
	}
}

// now returns the time for spun.
func (c *counters) now() int64 {
	if c == nil {
		return 0
	}
	return machine.Nanotime()
}

// spun counts a spin that began at start.
func (c *counters) spun(end outcome, start int64) {
	if c == nil {
		return
	}
	c.ends[end].Add(1)
	took := machine.Nanotime() - start
	for {
		longest := c.longest.Load()
		if took <= longest || c.longest.CompareAndSwap(longest, took) {
			return
		}
	}
}

func (c *counters) stats() Stats {
	return Stats{
		Fast:        c.fast.Load(),
		Spun:        c.ends[acquired].Load(),
		Parked:      c.parked.Load(),
		FailedTries: c.failedTries.Load(),
		GivenUp:     c.givenUp.Load(),
		BailOuts: BailOuts{
			OwnerWaits:  c.ends[ownerWaits].Load(),
			NeedResched: c.ends[needResched].Load(),
			TokenTaken:  c.ends[tokenTaken].Load(),
			CapReached:  c.ends[capReached].Load(),
			Unpromising: c.ends[unpromising].Load(),
		},
		LongestSpin: time.Duration(c.longest.Load()),
	}
}
