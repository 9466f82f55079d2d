//go:build !(amd64 || arm64) || purego

package machine

import (
	"runtime"
	"sync/atomic"
	"time"
)

// Linked reports that this build knows the running goroutine and asks the
// scheduler.
const Linked = false

// G would identify the running goroutine; here it is 0 for all of them.
func G() uintptr { return 0 }

// CanSpin reports whether there are several processors.
func CanSpin() bool { return runtime.GOMAXPROCS(0) > 1 && runtime.NumCPU() > 1 }

// NeedResched would report whether somebody should have the processor instead
// of a spinner. That cannot be told here, and the spin goes on to its end.
func NeedResched() bool { return false }

var idle atomic.Uint32

// Pause spends n units of time, which [Pauses] measures, reading memory that
// nobody writes.
//
//go:noinline
func Pause(n uint32) {
	for range n {
		idle.Load()
	}
}

var origin = time.Now()

// Nanotime returns a monotonic time in nanoseconds.
func Nanotime() int64 { return int64(time.Since(origin)) }
