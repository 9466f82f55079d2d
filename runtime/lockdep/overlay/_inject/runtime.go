package runtime

import (
	"internal/goarch"
	"internal/runtime/sys"
	"unsafe"
)

// lockdepExitHook is called with the detector's pointer of a goroutine that
// ends. Package testdeps gives it its value, at link time.
//
//go:linkname lockdepExitHook
var lockdepExitHook func(rec unsafe.Pointer)

// lockdepPanicHook is called when a panic, or the misuse of a lock, is about to
// end the process.
//
//go:linkname lockdepPanicHook
var lockdepPanicHook func()

// lockdepExit runs on the stack of gp, which ends and has a pointer to hand in.
func lockdepExit(gp *g) {
	if lockdepExitHook != nil {
		lockdepExitHook(gp.lockdep)
	}
	gp.lockdep = nil // gp is used again for other goroutines
}

//go:linkname lockdepG
//go:nosplit
func lockdepG() *unsafe.Pointer {
	gp := getg()
	if gp == nil {
		return nil
	}
	return &gp.lockdep
}

//go:linkname lockdepGoroutine
//go:nosplit
func lockdepGoroutine() (id, parent uint64, creator uintptr) {
	gp := getg()
	return gp.goid, gp.parentGoid, gp.gopc
}

// lockdepFramePointers tells whether this architecture keeps them, by the rule
// of tracefpunwindoff. It is a variable for the tests of package overlay.
//
//go:linkname lockdepFramePointers
var lockdepFramePointers = goarch.ArchFamily == goarch.AMD64 || goarch.ArchFamily == goarch.ARM64

// lockdepCallers is nosplit and makes no calls while it holds frame pointers,
// so the stack cannot move under it.
//
//go:linkname lockdepCallers
//go:nosplit
func lockdepCallers(pc uintptr, pcs []uintptr) int {
	if !lockdepFramePointers {
		return lockdepCallersSlow(pc, pcs)
	}
	stk := getg().stack
	n := 0
	for fp := getfp(); fp >= stk.lo && fp <= stk.hi-2*goarch.PtrSize; {
		ret := *(*uintptr)(unsafe.Pointer(fp + goarch.PtrSize))
		if n > 0 || ret == pc {
			if n == len(pcs) {
				break
			}
			pcs[n] = ret
			n++
		}
		next := *(*uintptr)(unsafe.Pointer(fp))
		if next <= fp {
			break // the outermost frame, or foreign code that uses the register otherwise
		}
		fp = next
	}
	return n
}

// lockdepCallersSlow unwinds by the tables, as runtime.Callers does.
func lockdepCallersSlow(pc uintptr, pcs []uintptr) int {
	callerPC, callerSP, gp := sys.GetCallerPC(), sys.GetCallerSP(), getg()
	n := 0
	systemstack(func() {
		var u unwinder
		u.initAt(callerPC, callerSP, 0, gp, unwindSilentErrors)
		for ; u.valid() && n < len(pcs); u.next() {
			if n > 0 || u.frame.pc == pc {
				pcs[n] = u.frame.pc
				n++
			}
		}
	})
	return n
}

//go:linkname lockdepExpand
func lockdepExpand(dst, pcs []uintptr) int {
	var physical [65]uintptr // the first element says how many frames to skip: none
	n := copy(physical[1:], pcs)
	return fpunwindExpand(dst, physical[:1+n])
}
