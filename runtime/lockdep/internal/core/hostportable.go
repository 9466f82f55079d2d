//go:build !gc || !(amd64 || arm64) || purego

package core

import "runtime"

// Here returns nil, which tells to ask [Current] for the record of the running
// goroutine, and the place from which the function was called that calls Here.
// That function must not be inlined.
//
//go:noinline
//go:norace
func Here() (rec *Goroutine, pc uintptr) {
	var pcs [1]uintptr
	runtime.Callers(3, pcs[:])
	return nil, pcs[0]
}

// Above returns the place from which the function was called that called the
// function that calls Above. Neither must be inlined.
//
//go:noinline
//go:norace
func Above() (pc uintptr) {
	var pcs [1]uintptr
	runtime.Callers(4, pcs[:])
	return pcs[0]
}

// self stands for the address of the g, which is not to be had: a number does
// as well.
//
//go:norace
func self() uintptr { return uintptr(goroutineID()) << 6 }

//go:norace
func selfID() uint64 { return goroutineID() }
