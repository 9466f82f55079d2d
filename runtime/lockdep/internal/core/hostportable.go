//go:build !gc || !(amd64 || arm64) || purego

package core

import "runtime"

// Here identifies the running goroutine, by its number, and the place from which
// the function was called that calls Here. That function must not be inlined.
//
//go:noinline
//go:norace
func Here() (gp uintptr, id uint64, pc uintptr) {
	var pcs [1]uintptr
	runtime.Callers(3, pcs[:])
	id = goroutineID()
	return uintptr(id) << 6, id, pcs[0]
}
