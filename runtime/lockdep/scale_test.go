//go:build (race || lockdep) && !lockdep_overlay

package lockdep_test

import (
	"math/rand"
	"runtime"
	"sync"
	"testing"
)

// TestGoroutines: ten thousand goroutines at once, each with locks of its own
// held, and two that all take in one order.
func TestGoroutines(t *testing.T) {
	const n = 10000
	reports := observe(t, func() {
		var first, second mutex
		var ready, all sync.WaitGroup
		release := make(chan struct{})
		ready.Add(n)
		for range n {
			all.Go(func() {
				var own mutex
				own.Lock()
				first.Lock()
				second.Lock()
				second.Unlock()
				first.Unlock()
				ready.Done()
				<-release
				own.Unlock()
			})
		}
		ready.Wait()
		close(release)
		all.Wait()
		ab(&second, &first)
	})
	if len(reports) != 1 || reports[0].Fault != "deadlock" {
		t.Errorf("reports %q, want one deadlock", faults(reports))
	}
}

// TestShortLived: what a hundred thousand locks leave behind is bounded by the
// places where they are acquired.
func TestShortLived(t *testing.T) {
	type object struct {
		mu   mutex
		body [1024]byte
	}
	var root mutex
	use := func(n int) {
		for range n {
			o := new(object)
			root.Lock()
			o.mu.Lock()
			o.mu.Unlock()
			root.Unlock()
		}
	}
	reports := observe(t, func() { use(5000) })
	before := heap()
	reports = append(reports, observe(t, func() { use(100000) })...)
	grown := int64(heap()) - int64(before)
	runtime.KeepAlive(&root)
	t.Logf("%d bytes", grown)
	if grown > 128<<10 {
		t.Errorf("100000 locks have left %d bytes", grown)
	}
	if len(reports) != 0 {
		t.Errorf("reports %q", faults(reports))
	}
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestDeep: a goroutine may hold any number of locks, and what it holds beyond
// the bound makes no false order.
func TestDeep(t *testing.T) {
	reports := observe(t, func() {
		m := make([]mutex, 1000)
		for round := range 2 {
			for i := range m {
				m[i].Lock()
			}
			for i := range m {
				m[(i*7+round)%len(m)].Unlock() // in another order
			}
		}
		ab(&m[1], &m[0]) // and against it
	})
	if len(reports) != 1 || reports[0].Fault != "deadlock" {
		t.Errorf("reports %q, want one deadlock", faults(reports))
	}
}

// TestContended: goroutines that really meet, in one order, with readers,
// attempts, hand-overs and new locks among them.
func TestContended(t *testing.T) {
	reports := observe(t, func() {
		var locks [6]mutex
		var guarded [6]int
		var readers rwmutex
		var all sync.WaitGroup
		for g := range 16 {
			all.Go(func() {
				r := rand.New(rand.NewSource(int64(g)))
				for range 500 {
					i := r.Intn(len(locks) - 1)
					j := i + 1 + r.Intn(len(locks)-1-i)
					locks[i].Lock()
					guarded[i]++
					readers.RLock()
					if r.Intn(2) == 0 || !locks[j].TryLock() {
						locks[j].Lock()
					}
					guarded[j]++
					locks[j].Unlock()
					readers.RUnlock()
					locks[i].Unlock()
					var own mutex
					own.Lock()
					in(own.Unlock)
				}
			})
		}
		all.Wait()
	})
	if len(reports) != 0 {
		t.Errorf("reports %q", faults(reports))
		for _, r := range reports {
			t.Log(r.Text)
		}
	}
}
