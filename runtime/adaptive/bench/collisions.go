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

func (m *capped) TrySpin() bool { return tryFor(m) }

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
// waits until it ends. Only pairs that did overlap are counted. The locks are its
// own, whichever are chosen for the other parts.
func collisions(out io.Writer, _ []kind, rounds int) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	fmt.Fprintln(out, "\ncollisions of opposed orders (GOMAXPROCS 2): µs, median [quartiles], and longest")
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "  trylock\tuntil it fails\tlongest\tthe other one waits\tlongest\tcollisions\tof")
	for _, v := range []struct {
		name  string
		make  func() lock
		times int
	}{
		{"sync.Mutex, once", func() lock { return new(plain) }, 40 * rounds},
		{"adaptive, bail-out", func() lock { return new(spinning) }, 40 * rounds},
		{"adaptive, cap only", func() lock { return new(capped) }, 40 * rounds},
		{"a million times", func() lock { return new(eager) }, rounds},
	} {
		var tried, waited []float64
		for range v.times {
			if c := collide(v.make); c.overlap() {
				tried, waited = append(tried, c.tried.micros()), append(waited, c.waited.micros())
			}
		}
		fmt.Fprintf(table, "  %s\t%s\t%.1f\t%s\t%.1f\t%d\t%d\n", v.name, spread(tried), quantile(tried, 1),
			spread(waited), quantile(waited, 1), len(tried), v.times)
	}
	table.Flush()
}

// An interval is from a reading of the clock to another one.
type interval struct{ from, to int64 }

func (i interval) micros() float64 { return float64(i.to-i.from) / float64(time.Microsecond) }

// A collision is when one goroutine tried b and the other waited for a.
type collision struct{ tried, waited interval }

// overlap reports whether the one tried while the other waited.
func (c collision) overlap() bool {
	return c.tried.from < c.waited.to && c.waited.from < c.tried.to
}

func collide(makeLock func() lock) (c collision) {
	a, b := makeLock(), makeLock()
	var ready atomic.Int32
	together := func() {
		ready.Add(1)
		for spins := 0; ready.Load() < 2; spins++ {
			if spins > 1_000_000 {
				runtime.Gosched()
			}
		}
	}
	var both sync.WaitGroup
	both.Go(func() {
		a.Lock()
		together()
		c.tried.from = machine.Nanotime()
		if b.TrySpin() {
			panic("locked b while the other one had it")
		}
		c.tried.to = machine.Nanotime()
		a.Unlock()
	})
	both.Go(func() {
		b.Lock()
		together()
		c.waited.from = machine.Nanotime()
		a.Lock()
		c.waited.to = machine.Nanotime()
		a.Unlock()
		b.Unlock()
	})
	both.Wait()
	return c
}
