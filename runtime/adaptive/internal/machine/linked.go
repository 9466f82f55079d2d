//go:build gc && (amd64 || arm64) && !purego

package machine

import _ "unsafe" // for go:linkname

// Linked reports that this build knows the running goroutine and asks the
// scheduler.
const Linked = true

// G identifies the running goroutine among those that exist. It is the address
// of the runtime's descriptor, which the runtime keeps for later goroutines
// and never frees.
func G() uintptr

// Above returns the place from which the function was called that called the
// function that calls Above. Neither may be inlined.
//
//go:noescape
func Above() (pc uintptr)

// CanSpin reports whether the scheduler approves of spinning: there are several
// processors, another one is running Go code, and no goroutine waits for this
// one.
func CanSpin() bool { return runtimeCanSpin(0) }

// NeedResched reports whether somebody should have the processor instead of a
// spinner, or nobody is left whom a spinner could wait for.
func NeedResched() bool { return !runtimeCanSpin(0) }

// The functions below are the runtime's. Each is among those that the runtime
// keeps for packages that link to it (go.dev/issue/67401), with this signature
// in Go 1.25 and 1.26.

// runtimeCanSpin is what sync.Mutex asks before it spins for the i'th time.
// Nothing exported tells whether other processors are running and whether
// goroutines are queued on this one.
//
//go:linkname runtimeCanSpin sync.runtime_canSpin
//go:nosplit
func runtimeCanSpin(i int) bool

// Pause spends n units of time, which [Pauses] measures, leaving the core's
// other threads and its energy alone. There is no exported way to a PAUSE
// instruction.
//
//go:linkname Pause runtime.procyield
//go:nosplit
func Pause(n uint32)

// Nanotime returns a monotonic time in nanoseconds. time.Now gives the same
// for twice the price, since it reads the wall clock as well.
//
//go:linkname Nanotime runtime.nanotime
func Nanotime() int64
