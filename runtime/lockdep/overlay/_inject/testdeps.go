package testdeps

import (
	"internal/runtime/exithook"
	"os"
	"sync/atomic"
	"syscall"
	"unsafe"
)

// These variables are those of packages sync and runtime. They have their
// values before anything runs, so the detector misses nothing.

//go:linkname lockdepHook sync.lockdepHook
var lockdepHook func(l unsafe.Pointer, op int, pc uintptr) = lockdepEvent

//go:linkname lockdepExitHook runtime.lockdepExitHook
var lockdepExitHook func(rec unsafe.Pointer) = lockdepGoexit

//go:linkname lockdepPanicHook runtime.lockdepPanicHook
var lockdepPanicHook func()

// lockdepG returns where the current goroutine keeps a pointer for the
// detector. The collector sees it. It is nil in a new goroutine.
//
//go:linkname lockdepG runtime.lockdepG
//go:noescape
func lockdepG() *unsafe.Pointer

// lockdepGoroutine returns the id of the current goroutine, the id of the one
// that created it, and the return address of the go statement.
//
//go:linkname lockdepGoroutine runtime.lockdepGoroutine
func lockdepGoroutine() (id, parent uint64, creator uintptr)

// lockdepCallers fills pcs with the return addresses on the stack from pc
// outwards, where pc is what lockdepEvent was given, and returns how many there
// are: none if pc is not on the stack. It costs some nanoseconds. A return
// address stands for all the calls that were inlined there.
//
//go:linkname lockdepCallers runtime.lockdepCallers
//go:noescape
func lockdepCallers(pc uintptr, pcs []uintptr) int

// lockdepExpand turns what lockdepCallers gave, 64 at most, into what
// runtime.CallersFrames takes: with inlined calls, without generated wrappers.
// It returns how many dst holds. It neither allocates nor synchronizes.
//
//go:linkname lockdepExpand runtime.lockdepExpand
//go:noescape
func lockdepExpand(dst, pcs []uintptr) int

// lockdepDir is read early: a test may change the environment.
var lockdepDir = os.Getenv("LOCKDEP_GRAPH")

// lockdepAtExit has write called, once, when the process ends by os.Exit, by a
// panic, or by the unlock of a lock that is not held. If failed then reports true, an exit status of 0 becomes 1. It is to be
// called from an init function. Other goroutines still run at that time, and
// write and failed may use all of Go, so the detector should stop looking first.
func lockdepAtExit(write func(), failed func() bool) {
	var done atomic.Bool
	once := func() {
		if done.CompareAndSwap(false, true) {
			write()
		}
	}
	// The hook that was added first runs last, and only for status 0. It must
	// not call os.Exit, which would run the hooks.
	exithook.Add(exithook.Hook{F: func() {
		if failed() {
			syscall.Exit(1)
		}
	}})
	exithook.Add(exithook.Hook{F: once, RunOnFailure: true})
	lockdepPanicHook = once
}

// lockdepSave leaves data in a new file of the directory LOCKDEP_GRAPH, if that
// is set. The file's name is the import path of the tested package as in a URL,
// a number and ext, such as "example.com%2Fp.123456.json". It appears complete
// or not at all.
func lockdepSave(ext string, data []byte) {
	if lockdepDir == "" {
		return
	}
	f, err := os.CreateTemp(lockdepDir, lockdepEscape(ImportPath)+".*.tmp")
	if err == nil {
		_, err = f.Write(data)
		if e := f.Close(); err == nil {
			err = e
		}
		name := f.Name()
		if err == nil {
			err = os.Rename(name, name[:len(name)-len(".tmp")]+"."+ext)
		}
		if err != nil {
			os.Remove(name)
		}
	}
	if err != nil {
		os.Stderr.WriteString("lockdep: " + err.Error() + "\n")
	}
}

// lockdepEscape writes an import path so that it can be a file name everywhere.
// The end of a very long one must do.
func lockdepEscape(path string) string {
	const maxLen = 180
	const hex = "0123456789ABCDEF"
	var name []byte
	for _, c := range []byte(path) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_', c == '.', c == '~':
			name = append(name, c)
		default:
			name = append(name, '%', hex[c>>4], hex[c&15])
		}
	}
	if len(name) > maxLen {
		name = name[len(name)-maxLen:]
	}
	return string(name)
}
