package main

import (
	"fmt"
	"io"
	"math/rand"
	"runtime"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/lockvet/lockvet/runtime/adaptive"
)

// A solo is the use of a lock without contention: a loop with nothing else in
// it, which shows every nanosecond, and a function to be called for each turn,
// as methods of types with a lock are. The code is written out for each lock,
// since a call through an interface or a type parameter costs as much as the
// lock.
type solo func() (loop func(n int), call func())

// count is what the locks protect.
var count int

func soloSync() (func(int), func()) {
	m := new(sync.Mutex)
	loop := func(n int) {
		for range n {
			m.Lock()
			count++
			m.Unlock()
		}
	}
	call := func() {
		m.Lock()
		count++
		m.Unlock()
	}
	return loop, call
}

func soloAdaptive() (func(int), func()) {
	m := new(adaptive.Mutex)
	loop := func(n int) {
		for range n {
			m.Lock()
			count++
			m.Unlock()
		}
	}
	call := func() {
		m.Lock()
		count++
		m.Unlock()
	}
	return loop, call
}

func soloQueue() (func(int), func()) {
	m := new(queueMutex)
	loop := func(n int) {
		for range n {
			m.Lock()
			count++
			m.Unlock()
		}
	}
	call := func() {
		m.Lock()
		count++
		m.Unlock()
	}
	return loop, call
}

func soloChannel() (func(int), func()) {
	m := make(channel, 1)
	loop := func(n int) {
		for range n {
			m.Lock()
			count++
			m.Unlock()
		}
	}
	call := func() {
		m.Lock()
		count++
		m.Unlock()
	}
	return loop, call
}

func soloSemaphore() (func(int), func()) {
	m := newWeighted()
	loop := func(n int) {
		for range n {
			m.Lock()
			count++
			m.Unlock()
		}
	}
	call := func() {
		m.Lock()
		count++
		m.Unlock()
	}
	return loop, call
}

func soloFlag() (func(int), func()) {
	m := new(spinFlag)
	loop := func(n int) {
		for range n {
			m.Lock()
			count++
			m.Unlock()
		}
	}
	call := func() {
		m.Lock()
		count++
		m.Unlock()
	}
	return loop, call
}

// uncontended locks and unlocks on one processor. Every turn is on a new lock,
// since a nanosecond more or less can hang on its address.
func uncontended(out io.Writer, chosen []kind, rounds int) {
	const n = 4000
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	loops, calls := make([]soloFigures, len(chosen)), make([]soloFigures, len(chosen))
	for range 100 * rounds {
		for _, i := range rand.Perm(len(chosen)) {
			loop, call := chosen[i].solo()
			start := time.Now()
			loop(n)
			middle := time.Now()
			for range n {
				call()
			}
			loops[i].add(middle.Sub(start), n)
			calls[i].add(time.Since(middle), n)
		}
	}
	fmt.Fprintln(out, "\nuncontended (GOMAXPROCS 1), in a loop and in a function that is called")
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "  lock\tloop\tns\tcall\tns")
	for i, k := range chosen {
		fmt.Fprintf(table, "  %s\t%s\t%.2f\t%s\t%.2f\n", k.name,
			spread(loops[i].ratios(loops[0])), quantile(loops[i], 0.5),
			spread(calls[i].ratios(calls[0])), quantile(calls[i], 0.5))
	}
	table.Flush()
}

// soloFigures are times in ns for each operation, by round.
type soloFigures []float64

func (f *soloFigures) add(took time.Duration, n int) {
	*f = append(*f, float64(took)/float64(n))
}

func (f soloFigures) ratios(base soloFigures) []float64 {
	r := make([]float64, len(f))
	for i := range f {
		r[i] = f[i] / base[i]
	}
	return r
}
