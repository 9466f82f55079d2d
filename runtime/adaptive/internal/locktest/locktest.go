// Package locktest is the test suite of spinning locks: what holds for one of
// them holds for all. Tests end when the goroutines have done their work; a
// lock that loses somebody hangs them.
package locktest

import (
	"fmt"
	"math/rand"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lockvet/lockvet/runtime/adaptive/internal/machine"
)

// A Lock is a mutex with a spinning trylock.
type Lock interface {
	sync.Locker
	TryLock() bool
	TryLockSpin() bool
}

// Run runs the suite on the locks that makeLock makes.
func Run(t *testing.T, makeLock func() Lock) {
	for _, procs := range []int{1, 2, 8} {
		t.Run(fmt.Sprintf("%d procs", procs), func(t *testing.T) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
			t.Run("exclusion", func(t *testing.T) { exclusion(t, makeLock()) })
			t.Run("wake-up", func(t *testing.T) { wakeUp(makeLock()) })
			t.Run("opposed", func(t *testing.T) { opposed(t, makeLock) })
			t.Run("opposed tries", func(t *testing.T) { opposedTries(t, makeLock) })
			t.Run("ordered fallback", func(t *testing.T) { orderedFallback(makeLock) })
			t.Run("circle", func(t *testing.T) { circle(makeLock) })
			t.Run("no starvation", func(t *testing.T) { noStarvation(makeLock()) })
		})
	}
}

// exclusion counts under the lock, taken in every way, in more goroutines than
// there are processors.
func exclusion(t *testing.T, m Lock) {
	const goroutines, rounds = 24, 2000
	var (
		all  sync.WaitGroup
		want atomic.Int64
		got  int64
	)
	for id := range goroutines {
		all.Go(func() {
			random := rand.New(rand.NewSource(int64(id)))
			for range rounds {
				locked := true
				switch random.Intn(4) {
				case 0:
					locked = m.TryLock()
				case 1:
					locked = m.TryLockSpin()
				default:
					m.Lock()
				}
				if !locked {
					continue
				}
				got++
				want.Add(1)
				stay(random)
				m.Unlock()
			}
		})
	}
	all.Wait()
	if got != want.Load() {
		t.Errorf("counted %d of %d", got, want.Load())
	}
}

// stay makes critical sections of all kinds: mostly short ones, some that are
// worth a spin, and some in which a spin ends in vain.
func stay(random *rand.Rand) {
	switch n := random.Intn(64); {
	case n < 2:
		runtime.Gosched() // the owner is off its processor
	case n < 4:
		machine.Pause(machine.Pauses(10 * time.Microsecond))
	case n < 16:
		machine.Pause(machine.Pauses(500 * time.Nanosecond))
	}
}

// wakeUp makes waiters park by giving the processor away while the lock is
// held. Each of them has to be woken once for every round.
func wakeUp(m Lock) {
	const goroutines, rounds = 50, 50
	var all sync.WaitGroup
	for range goroutines {
		all.Go(func() {
			for range rounds {
				m.Lock()
				runtime.Gosched()
				m.Unlock()
			}
		})
	}
	all.Wait()
}

// meet returns a function that returns once n goroutines have called it as
// often as the caller.
func meet(n int64) func() {
	var arrived atomic.Int64
	return func() {
		// Whoever arrives last fills up a multiple of n.
		mine := arrived.Add(1)
		full := (mine + n - 1) / n * n
		for arrived.Load() < full {
			runtime.Gosched()
		}
	}
}

// opposed is the collision that a spinning trylock must survive: one holds a
// and tries b, the other holds b and waits for a. The trylock cannot succeed,
// and only its end lets the other go on.
func opposed(t *testing.T, makeLock func() Lock) {
	a, b := makeLock(), makeLock()
	both := meet(2)
	const rounds = 300
	var all sync.WaitGroup
	all.Go(func() {
		for range rounds {
			a.Lock()
			both()
			if b.TryLockSpin() {
				t.Error("locked b while the other one had it")
				b.Unlock()
			}
			a.Unlock()
			both()
		}
	})
	all.Go(func() {
		for range rounds {
			b.Lock()
			both()
			a.Lock()
			a.Unlock()
			b.Unlock()
			both()
		}
	})
	all.Wait()
}

// opposedTries has two goroutines try and spin for each other's lock.
func opposedTries(t *testing.T, makeLock func() Lock) {
	locks := [2]Lock{makeLock(), makeLock()}
	both := meet(2)
	const rounds = 100
	var all sync.WaitGroup
	for id := range 2 {
		all.Go(func() {
			mine, other := locks[id], locks[1-id]
			for range rounds {
				mine.Lock()
				both()
				if other.TryLockSpin() {
					t.Error("locked what the other one had")
					other.Unlock()
				}
				both()
				mine.Unlock()
			}
		})
	}
	all.Wait()
}

// orderedFallback is the documented way to use a spinning trylock against the
// order, here b before a. Both sides finish.
func orderedFallback(makeLock func() Lock) {
	a, b := makeLock(), makeLock()
	const rounds = 2000
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			for range rounds {
				a.Lock()
				if !b.TryLockSpin() {
					a.Unlock()
					b.Lock()
					a.Lock()
				}
				a.Unlock()
				b.Unlock()
			}
		})
		all.Go(func() {
			for range rounds {
				b.Lock()
				a.Lock()
				a.Unlock()
				b.Unlock()
			}
		})
	}
	all.Wait()
}

// circle has three goroutines that each hold a lock and want the next one.
func circle(makeLock func() Lock) {
	locks := [3]Lock{makeLock(), makeLock(), makeLock()}
	const rounds = 1000
	var all sync.WaitGroup
	for id := range locks {
		all.Go(func() {
			next := (id + 1) % len(locks)
			first, second := locks[min(id, next)], locks[max(id, next)]
			for range rounds {
				locks[id].Lock()
				if !locks[next].TryLockSpin() {
					locks[id].Unlock()
					first.Lock()
					second.Lock()
				}
				first.Unlock()
				second.Unlock()
			}
		})
	}
	all.Wait()
}

// noStarvation lets goroutines hog the lock until another one has had it often
// enough.
func noStarvation(m Lock) {
	var (
		all  sync.WaitGroup
		done atomic.Bool
	)
	for range 4 {
		all.Go(func() {
			for !done.Load() {
				m.Lock()
				for range 100 {
					done.Load()
				}
				m.Unlock()
			}
		})
	}
	for range 50 {
		m.Lock()
		m.Unlock()
	}
	done.Store(true)
	all.Wait()
}
