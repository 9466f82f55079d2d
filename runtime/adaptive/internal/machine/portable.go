//go:build !gc || !(amd64 || arm64) || purego

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

// Above returns the place from which the function was called that called the
// function that calls Above. Neither may be inlined.
//
//go:noinline
func Above() (pc uintptr) {
	var pcs [1]uintptr
	runtime.Callers(4, pcs[:])
	return pcs[0]
}

// procs is how many processors there were when somebody looked, or 0. To look
// takes a lock of the scheduler's, so CanSpin does it only if there was one.
var procs atomic.Int32

// CanSpin reports whether there are several processors.
func CanSpin() bool { return procs.Load() > 1 || !NeedResched() }

// NeedResched reports whether there is one processor only, which others need.
// Where there are several it cannot be told here whether anybody waits for
// this one, and the spin goes on.
func NeedResched() bool {
	n := min(runtime.GOMAXPROCS(0), runtime.NumCPU())
	procs.Store(int32(n))
	return n == 1
}

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
