package traps

import (
	"runtime"
	"sync"
	"testing"
)

func TestThirdLock(t *testing.T) {
	d := new(Desk)
	d.Sort()
	d.Return()
	Credit()
	Debit()
}

func TestReaders(t *testing.T) {
	a := new(Atlas)
	a.Find()
	a.Draw()
}

func TestAttempt(t *testing.T) {
	c := new(Cache)
	new(Slot).Fill(c)
	c.Evict()
}

func TestTrees(t *testing.T) {
	for range 10 {
		for range 10 {
			Tree(5).Count()
			Tree(3).Leftmost()
		}
		runtime.GC()
	}
}

func TestPool(t *testing.T) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 1000 {
				Copy()
			}
		})
	}
	wg.Wait()
}

func TestReset(t *testing.T) {
	b := new(Buffer)
	b.Reset()
	b.mu.Lock()
	b.mu.Unlock()
}

// TestForgotten locks nodes and forgets them.
func TestForgotten(t *testing.T) {
	for range 20 {
		for range 20 {
			new(Node).mu.Lock()
		}
		runtime.GC()
	}
}

// TestHolds ends with a lock.
func TestHolds(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	credit.RLock()
	t.Cleanup(func() { credit.RUnlock() })
}
