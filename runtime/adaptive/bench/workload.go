package main

import (
	"fmt"
	"math"
	"math/rand"
	"os"
	"sync/atomic"
	"time"
)

// A workload is one line of the table.
type workload struct {
	name       string
	procs      int // GOMAXPROCS
	goroutines int
	length     time.Duration // of a window
	task       func(makeLock func() lock) task
	tries      bool // uses a trylock
}

const (
	// shortWindow is short enough to find the machine undisturbed.
	shortWindow = 1500 * time.Microsecond
	// longWindow is long enough for goroutines to be woken, and to starve.
	longWindow = 30 * time.Millisecond
)

var workloads = table()

func table() (all []workload) {
	add := func(name string, procs, goroutines int, length time.Duration, t func(func() lock) task) {
		all = append(all, workload{name, procs, goroutines, length, t, false})
	}
	for _, d := range []time.Duration{30, 100, 300, 1000} {
		add(fmt.Sprintf("section %v", d), 2, 2, shortWindow, sections(d, d))
	}
	add("section 10µs", 2, 2, 4*shortWindow, sections(10*time.Microsecond, 10*time.Microsecond))
	for _, n := range []int{4, 16, 100} {
		add(fmt.Sprintf("section 1µs, %d goroutines", n), 2, n, longWindow, sections(1000, 1000))
	}
	for _, n := range []int{2, 8} {
		// Goroutines take turns of 10 ms here, so it takes long for all to have some.
		add(fmt.Sprintf("section 1µs, %d goroutines, 1 P", n), 1, n, 10*longWindow, sections(1000, 1000))
	}
	for _, n := range []int{2, 8} {
		add(fmt.Sprintf("section 1µs, %d goroutines, 8 P", n), 8, n, longWindow, sections(1000, 1000))
	}
	addTrying := func(name string, t func(func() lock) task) {
		all = append(all, workload{name, 2, 2, shortWindow, t, true})
	}
	addTrying("trylock or relock", relock)
	add("hand over hand", 2, 2, shortWindow, handOverHand)
	add("hand over hand, 16 goroutines", 2, 16, longWindow, handOverHand)
	add("directory, 100 goroutines", 2, 100, longWindow, directory)
	add("owner sleeps", 2, 2, longWindow, sleeper)
	addTrying("opposed orders", opposed)
	return all
}

// work spends n rounds of a register-only generator.
//
//go:noinline
func work(n int) uint64 {
	x := uint64(n) | 1
	for range n {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return x
}

var sink atomic.Uint64

// roundsPerNano is measured once, before anything else runs.
var roundsPerNano = func() float64 {
	const n = 20000
	best := math.MaxFloat64
	for range 300 {
		start := time.Now()
		sink.Store(work(n))
		if took := time.Since(start); took > 0 {
			best = min(best, float64(took))
		}
	}
	return n / best
}()

func rounds(d time.Duration) int { return int(float64(d) * roundsPerNano) }

// sections is the plain loop: a critical section, then work outside.
func sections(inside, outside time.Duration) func(func() lock) task {
	return func(makeLock func() lock) task {
		m, shared := makeLock(), new(uint64)
		in, out := rounds(inside), rounds(outside)
		return task{body: func(int) func() {
			return func() {
				m.Lock()
				*shared += work(in)
				m.Unlock()
				work(out)
			}
		}}
	}
}

// relock holds a leaf and wants the root, which comes first in the order. A
// failed trylock costs an unlock, two locks, and the search under the leaf
// anew.
func relock(makeLock func() lock) task {
	root, shared := makeLock(), new(uint64)
	var leaves [16]lock
	for i := range leaves {
		leaves[i] = makeLock()
	}
	var made, failed atomic.Int64
	n := rounds(time.Microsecond)
	body := func(id int) func() {
		random := rand.New(rand.NewSource(int64(id)))
		return func() {
			leaf := leaves[random.Intn(len(leaves))]
			leaf.Lock()
			work(n)
			made.Add(1)
			if !root.TrySpin() {
				failed.Add(1)
				leaf.Unlock()
				root.Lock()
				leaf.Lock()
				work(n)
			}
			*shared += work(n)
			root.Unlock()
			leaf.Unlock()
			work(n)
		}
	}
	return task{body, func() (int64, int64) { return made.Load(), failed.Load() }}
}

type node struct {
	m        lock
	value    uint64
	children [8]*node
	_        [64]byte
}

func tree(makeLock func() lock, depth int) *node {
	n := &node{m: makeLock()}
	if depth > 0 {
		for i := range n.children {
			n.children[i] = tree(makeLock, depth-1)
		}
	}
	return n
}

// handOverHand walks from the root of a tree to a leaf, locking a child before
// it lets go of the parent, as file systems do.
func handOverHand(makeLock func() lock) task {
	const depth = 3
	root, n := tree(makeLock, depth), rounds(200*time.Nanosecond)
	return task{body: func(id int) func() {
		random := rand.New(rand.NewSource(int64(id)))
		return func() {
			at := root
			at.m.Lock()
			for range depth {
				at.value += work(n)
				child := at.children[random.Intn(len(at.children))]
				child.m.Lock()
				at.m.Unlock()
				at = child
			}
			at.value += work(n)
			at.m.Unlock()
		}
	}}
}

// directory has everybody stat a file under one lock.
func directory(makeLock func() lock) task {
	m := makeLock()
	name, err := os.Executable()
	if err != nil {
		name = "."
	}
	return task{body: func(int) func() {
		return func() {
			m.Lock()
			_, err := os.Lstat(name)
			m.Unlock()
			if err != nil {
				panic(err)
			}
		}
	}}
}

// sleeper holds the lock for 1 µs and sleeps with it once in twenty times.
func sleeper(makeLock func() lock) task {
	m, n := makeLock(), rounds(time.Microsecond)
	return task{body: func(id int) func() {
		random := rand.New(rand.NewSource(int64(id)))
		return func() {
			m.Lock()
			work(n)
			if random.Intn(20) == 0 {
				time.Sleep(50 * time.Microsecond)
			}
			m.Unlock()
			work(n)
		}
	}}
}

// opposed has one side lock a and try b, with an ordered fallback, and the other
// lock b and then a.
func opposed(makeLock func() lock) task {
	a, b, n := makeLock(), makeLock(), rounds(100*time.Nanosecond)
	var made, failed atomic.Int64
	against := func() {
		a.Lock()
		made.Add(1)
		if !b.TrySpin() {
			failed.Add(1)
			a.Unlock()
			b.Lock()
			a.Lock()
		}
		work(n)
		a.Unlock()
		b.Unlock()
	}
	inOrder := func() {
		b.Lock()
		work(n)
		a.Lock()
		work(n)
		a.Unlock()
		b.Unlock()
	}
	body := func(id int) func() {
		if id == 0 {
			return against
		}
		return inOrder
	}
	return task{body, func() (int64, int64) { return made.Load(), failed.Load() }}
}
