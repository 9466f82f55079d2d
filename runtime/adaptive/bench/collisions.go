package main

import (
	"fmt"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"github.com/lockvet/lockvet/runtime/adaptive"
	"github.com/lockvet/lockvet/runtime/adaptive/internal/machine"
)

// A capped lock spins for as long as an adaptive mutex, and has no bail-out.
type capped struct{ adaptive.Mutex }

func (m *capped) TrySpin() bool {
	for start := machine.Nanotime(); machine.Nanotime()-start < 8000; {
		if m.TryLock() {
			return true
		}
		machine.Pause(1)
	}
	return false
}

// An eager lock is the loop that people write: it tries a million times.
type eager struct{ sync.Mutex }

func (m *eager) TrySpin() bool {
	for range 1_000_000 {
		if m.TryLock() {
			return true
		}
		machine.Pause(1)
	}
	return false
}

// collisions makes two goroutines collide: one holds a and tries b, the other
// holds b and waits for a. Nothing can come of the attempt, and the other one
// waits until it ends.
func collisions(out io.Writer, _ []kind, rounds int) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	fmt.Fprintln(out, "\ncollisions of opposed orders (GOMAXPROCS 2): µs, median [quartiles], and longest")
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "  trylock\tuntil it fails\tlongest\tthe other one waits\tlongest\tCPU\tcollisions")
	for _, v := range []struct {
		name  string
		make  func() lock
		times int
	}{
		{"sync.Mutex, once", func() lock { return new(plain) }, 20 * rounds},
		{"adaptive, bail-out", func() lock { return new(spinning) }, 20 * rounds},
		{"adaptive, cap only", func() lock { return new(capped) }, 20 * rounds},
		{"a million times", func() lock { return new(eager) }, rounds},
	} {
		var tried, waited []float64
		start := used()
		for range v.times {
			t, w := collide(v.make)
			tried, waited = append(tried, t), append(waited, w)
		}
		cpu := float64(used().cpu-start.cpu) / float64(v.times)
		fmt.Fprintf(table, "  %s\t%s\t%.1f\t%s\t%.1f\t%.1f\t%d\n", v.name, spread(tried), quantile(tried, 1),
			spread(waited), quantile(waited, 1), cpu/1000, v.times)
	}
	table.Flush()
}

// collide returns how long the trylock took, and how long the other goroutine
// waited for a, in µs.
func collide(makeLock func() lock) (tried, waited float64) {
	a, b := makeLock(), makeLock()
	var ready atomic.Int32
	together := func() {
		ready.Add(1)
		for spins := 0; ready.Load() < 2; spins++ {
			if spins > 20000 {
				runtime.Gosched()
			}
		}
	}
	micros := func(since int64) float64 { return float64(machine.Nanotime()-since) / float64(time.Microsecond) }
	var both sync.WaitGroup
	both.Go(func() {
		a.Lock()
		together()
		start := machine.Nanotime()
		if b.TrySpin() {
			panic("locked b while the other one had it")
		}
		tried = micros(start)
		a.Unlock()
	})
	both.Go(func() {
		b.Lock()
		together()
		start := machine.Nanotime()
		a.Lock()
		waited = micros(start)
		a.Unlock()
		b.Unlock()
	})
	both.Wait()
	return tried, waited
}
