package main

import (
	"fmt"
	"io"
	"math/rand"
	"regexp"
	"slices"
	"text/tabwriter"
	"time"

	linkdata "github.com/linkdata/deadlock"
	godeadlock "github.com/sasha-s/go-deadlock"

	"github.com/lockvet/lockvet/runtime/lockdep"
)

// A lock is a package of locks, with what is measured of it.
type lock struct {
	name  string
	loops map[string]func(n int)
}

// loopNames is the order in which they are printed.
var loopNames = []string{
	"one lock", "two nested", "five nested", "RLock",
	"two goroutines, one lock", "1000 locks under one", "another goroutine holds 1000",
}

// window is how long one measurement takes, about.
const window = 4 * time.Millisecond

func measure(out io.Writer, pattern *regexp.Regexp, rounds int) {
	if !lockdep.Enabled {
		fmt.Fprintln(out, "this build does not check; lockdep is package sync")
	}
	// The others' faults are none of this program's business.
	godeadlock.Opts.OnPotentialDeadlock = func() {}
	godeadlock.Opts.LogBuf = io.Discard
	linkdata.Opts.WriteLocked(func() {
		linkdata.Opts.OnPotentialDeadlock = func() {}
		linkdata.Opts.LogBuf = io.Discard
	})
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(table, "  \t"+locks[0].name)
	for _, l := range locks[1:] {
		fmt.Fprint(table, "\t"+l.name)
	}
	fmt.Fprintln(table)
	for _, name := range loopNames {
		if pattern.MatchString(name) {
			row(table, name, rounds)
		}
	}
	table.Flush()
}

func row(table io.Writer, name string, rounds int) {
	counts := make([]int, len(locks))
	for i, l := range locks {
		counts[i] = calibrate(l.loops[name])
	}
	base := make([]float64, 0, rounds)
	ratios := make([][]float64, len(locks))
	for range rounds {
		took := make([]float64, len(locks))
		for _, i := range rand.Perm(len(locks)) {
			took[i] = nsPerTurn(locks[i].loops[name], counts[i])
		}
		base = append(base, took[0])
		for i := range locks {
			ratios[i] = append(ratios[i], took[i]/took[0])
		}
	}
	fmt.Fprintf(table, "  %s\t%.1f ns", name, quantile(base, 0.5))
	for _, r := range ratios[1:] {
		fmt.Fprintf(table, "\t%.3g [%.3g %.3g]", quantile(r, 0.5), quantile(r, 0.25), quantile(r, 0.75))
	}
	fmt.Fprintln(table)
}

// calibrate finds how many turns fill a window.
func calibrate(loop func(n int)) int {
	for n := 16; ; n *= 2 {
		if took := nsPerTurn(loop, n) * float64(n); took > float64(window)/2 {
			return n
		}
	}
}

// prepared is what the last loop took for its preparations.
var prepared time.Duration

func nsPerTurn(loop func(n int), n int) float64 {
	prepared = 0
	start := time.Now()
	loop(n)
	return float64((time.Since(start) - prepared).Nanoseconds()) / float64(n)
}

func quantile(x []float64, p float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return x[int(p*float64(len(x)-1)+0.5)]
}

// twice runs a loop on two goroutines, half of the turns each.
func twice(n int, loop func(n int)) {
	done := make(chan bool)
	for range 2 {
		go func() {
			loop((n + 1) / 2)
			done <- true
		}()
	}
	<-done
	<-done
}

// holding runs f while another goroutine holds what acquire acquires. Only f
// counts.
func holding(acquire, release, f func()) {
	start := time.Now()
	acquired, released := make(chan bool), make(chan bool)
	done := make(chan bool)
	go func() {
		acquire()
		close(acquired)
		<-done
		release()
		close(released)
	}()
	<-acquired
	begun := time.Now()
	f()
	ended := time.Now()
	close(done)
	<-released
	prepared = begun.Sub(start) + time.Since(ended)
}
