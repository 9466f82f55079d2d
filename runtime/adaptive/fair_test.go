package adaptive

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/lockvet/lockvet/runtime/adaptive/internal/machine"
)

// Fairness is counted, not timed: how often two hogs get the lock for each time
// that another goroutine gets it. The numbers vary a lot, so it takes a lock
// that is far less fair than sync.Mutex, again and again, to fail.
func TestFairness(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	const rounds = 9
	var plain, adaptive []int
	for range rounds {
		plain = append(plain, hogged(new(sync.Mutex)))
		adaptive = append(adaptive, hogged(new(Mutex)))
	}
	slices.Sort(plain)
	slices.Sort(adaptive)
	const factor, slack = 4, 1000
	if got, want := adaptive[rounds/2], plain[rounds/2]; got > factor*want+slack {
		t.Errorf("the hogs get the lock %d times for each time that another goroutine gets it, and a sync.Mutex %d times", got, want)
	}
}

func hogged(m sync.Locker) int {
	const times = 100
	var (
		all  sync.WaitGroup
		done atomic.Bool
		hogs atomic.Int64
	)
	section := machine.Pauses(500)
	for range 2 {
		all.Go(func() {
			for !done.Load() {
				m.Lock()
				machine.Pause(section)
				m.Unlock()
				hogs.Add(1)
			}
		})
	}
	for hogs.Load() < times {
		runtime.Gosched()
	}
	before := hogs.Load()
	for range times {
		m.Lock()
		m.Unlock()
		machine.Pause(section)
	}
	n := hogs.Load() - before
	done.Store(true)
	all.Wait()
	return int(n) / times
}
