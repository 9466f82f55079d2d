package main

import (
	"fmt"
	"math/rand"
	"runtime"
	"sync"
	"testing"

	"github.com/lockvet/lockvet/runtime/adaptive/internal/locktest"
	"github.com/lockvet/lockvet/runtime/adaptive/internal/waiting"
)

func TestQueue(t *testing.T) {
	t.Run("order", testQueueOrder)
	for _, procs := range []int{1, 2, 8} {
		t.Run(fmt.Sprintf("%d procs", procs), func(t *testing.T) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
			t.Run("places", testQueuePlaces)
		})
	}
	locktest.Run(t, func() locktest.Lock { return new(queued) })
	if !waiting.Idle() {
		t.Error("somebody is still announced")
	}
}

type queued struct{ queueMutex }

func (m *queued) TryLockSpin() bool { return m.TrySpin() }

// operations is how often each goroutine of a test does what it does.
func operations() int {
	if testing.Short() {
		return 500
	}
	return 5000
}

// together runs f in goroutines and waits for all of them.
func together(goroutines int, f func(id int)) {
	var all sync.WaitGroup
	for id := range goroutines {
		all.Go(func() { f(id) })
	}
	all.Wait()
}

// testQueueOrder takes places out at the head, in the middle and at the end.
func testQueueOrder(t *testing.T) {
	var q spinQueue
	var p [6]place
	for i := range p {
		if first := q.enter(&p[i]); first != (i == 0) {
			t.Fatalf("place %d: enter() = %v", i, first)
		}
	}
	turns := func(want ...bool) {
		t.Helper()
		for i, w := range want {
			if got := p[i].turn.Load(); got != w {
				t.Errorf("place %d has its turn: %v, want %v", i, got, w)
			}
		}
	}
	for _, i := range []int{2, 5, 3} { // the middle, the end, next to a gap
		if !q.leave(&p[i]) {
			t.Errorf("place %d cannot leave", i)
		}
	}
	q.pass(&p[0])
	turns(false, true, false, false, false, false)
	if q.leave(&p[1]) {
		t.Error("place 1 leaves though it has its turn")
	}
	q.pass(&p[1])
	turns(false, true, false, false, true, false)
	q.pass(&p[4])
	if q.last.Load() != nil {
		t.Error("the queue is not empty")
	}
	for i := range p {
		if p[i].behind.Load() != nil {
			t.Errorf("place %d still has one behind it", i)
		}
	}
}

// testQueuePlaces has goroutines wait for their turn, and leave at random, in
// two queues that share the places. At the head a goroutine is alone.
func testQueuePlaces(t *testing.T) {
	const goroutines = 8
	var queues [2]struct {
		spinQueue
		turns int // not atomic
	}
	var got [goroutines]int
	together(goroutines, func(id int) {
		random := rand.New(rand.NewSource(int64(id)))
		for range operations() {
			q := &queues[random.Intn(len(queues))]
			p := places.Get().(*place)
			turn := q.enter(p)
			for tries := random.Intn(200); !turn && tries > 0; tries-- {
				giveWay(tries)
				turn = p.turn.Load()
			}
			if turn || !q.leave(p) {
				q.turns++
				got[id]++
				if random.Intn(4) == 0 {
					runtime.Gosched() // let others queue up
				}
				q.pass(p)
			}
			places.Put(p)
		}
	})
	sum := 0
	for _, n := range got {
		sum += n
	}
	for i := range queues {
		sum -= queues[i].turns
		if queues[i].last.Load() != nil {
			t.Errorf("queue %d is not empty", i)
		}
	}
	if sum != 0 {
		t.Errorf("%d turns were lost", sum)
	}
}
