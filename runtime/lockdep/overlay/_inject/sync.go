package sync

import "unsafe"

// lockdepHook is called by the methods of Mutex and RWMutex unless it is nil.
// Package testdeps gives it its value, at link time.
//
//go:linkname lockdepHook
var lockdepHook func(l unsafe.Pointer, op int, pc uintptr)
