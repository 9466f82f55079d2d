// Package machine is what a spinning lock has to ask of the processor and of
// the Go scheduler: who runs, whether spinning is welcome, and how to wait for
// some nanoseconds without leaving the processor.
//
// With assembly and a few functions of the runtime, on amd64 and arm64, the
// package knows the running goroutine and the scheduler's own opinion of
// spinning. Built with the tag purego, or for another architecture, it uses
// neither: [Linked] is false, goroutines have no identity, and a spin is
// bounded by its length alone.
package machine

import (
	"math"
	"sync/atomic"
	"time"
)

// pausePicos is the length of one unit of [Pause] in picoseconds, or 0 before
// it was measured.
var pausePicos atomic.Uint32

// Pauses returns how many units of [Pause] last about as long as d, and at
// least one. The first call measures, for some microseconds, how long a unit
// is: an x86 PAUSE takes 20 to 80 ns, depending on the machine.
func Pauses(d time.Duration) uint32 {
	picos := pausePicos.Load()
	if picos == 0 {
		picos = measurePause(Nanotime)
		// Whoever else measures at the same time stores about the same.
		pausePicos.Store(picos)
	}
	d = min(d, time.Hour) // so that the product fits, for times that nobody pauses
	return max(1, uint32(min(math.MaxUint32, uint64(d)*1000/uint64(picos))))
}

// A clock can be too coarse to measure a unit by, as nanotime is on Windows.
// Units outside these bounds are taken for usualPause.
const (
	leastPause = 100       // ps; portable builds read memory, at some 250
	usualPause = 25_000    // ps; a PAUSE
	mostPause  = 1_000_000 // ps
)

// measurePause returns the length of a unit of Pause in picoseconds. Of several
// readings it believes the shortest, since the goroutine can lose its processor
// during the others.
func measurePause(now func() int64) uint32 {
	const enough = 2000 // ns, so that reading the clock is lost in it
	took := func(n uint32) int64 {
		start := now()
		Pause(n)
		return now() - start
	}
	n := uint32(32)
	for n < 1<<16 && took(n) < enough {
		n *= 2
	}
	shortest := int64(math.MaxInt64)
	for range 3 {
		shortest = min(shortest, took(n))
	}
	picos := shortest * 1000 / int64(n)
	if shortest < enough/2 || picos < leastPause || picos > mostPause {
		return usualPause
	}
	return uint32(picos)
}
