// Package overlay lets a detector see every lock operation of an unmodified
// program under go test. It makes an overlay, as in go test -overlay: a set of
// changed copies of files of the standard library, which the go command
// compiles in place of those in GOROOT. Neither GOROOT nor the user's module is
// touched.
//
// [Make] reads the files of one toolchain, changes them and adds the detector;
// [Overlay.Write] puts the result in a directory and names the file to give to
// -overlay. An overlay belongs to one GOROOT. What Make does not know, be it
// the version of Go or the form of a function that it changes, it refuses with
// an error of one line, and nothing is written.
//
// # What is changed
//
//	sync/mutex.go, sync/rwmutex.go  each method of Mutex and RWMutex calls a hook
//	runtime/runtime2.go             a goroutine has a pointer for the detector
//	runtime/proc.go, coro.go        the end of a goroutine calls a hook
//	runtime/panic.go                what ends the process there calls a hook
//	testing/internal/testdeps       the detector: part of every test binary
//
// Every line keeps its number, so stack traces and race reports are as they
// were. Not seen are locks of the runtime itself, the mutex inside sync.Map,
// and internal/poll. GOROOT's own runtime tests of sizes fail with the overlay,
// since a goroutine grows by one pointer.
//
// # The detector
//
// A detector is a set of Go files. They become part of package
// testing/internal/testdeps whatever their package clause says, and may import
// only what testdeps may: the standard library, as far as no import cycle
// results. They define
//
//	func lockdepEvent(l unsafe.Pointer, op int, pc uintptr)
//	func lockdepGoexit(rec unsafe.Pointer)
//
// lockdepEvent is told of the lock at l. The low four bits of op are the event,
// the next two the mode; pc is the return address in the caller of the method:
//
//	0 want     before Lock and RLock, which may block
//	1 got      after they acquired
//	2 tried    TryLock or TryRLock succeeded
//	3 failed   TryLock or TryRLock failed
//	4 release  before Unlock and RUnlock
//
//	0 exclusive, on a Mutex
//	1 exclusive, on an RWMutex
//	2 shared, on an RWMutex
//
// What an RWMutex does to the Mutex inside it is not told. Where the caller is
// generated code or package sync itself, as with Cond.Wait, RLocker and Once,
// pc is in there, and lockdepCallers leads on.
//
// lockdepGoexit is told that a goroutine ends for which *lockdepG() is not nil.
// It runs in that goroutine. The goroutine of main ends with the process and is
// not told, unless it calls runtime.Goexit.
//
// Both are called from the first lock operation of the process on, before any
// package is initialized: what they use must be constant or zero at the start.
// They run inside of other code's locks, under its race detector:
//
//   - they and all that they call are //go:norace, and use no maps, copy or
//     append, which the race detector sees even so;
//   - they use no locks, channels or atomics of the standard library: their
//     happens-before edges would hide the races of the user;
//   - what they call may lock, so they guard against recursion.
//
// For them, testdeps has
//
//	lockdepG() *unsafe.Pointer   the current goroutine's pointer: the collector sees
//	                             it; nil in a new goroutine, cleared at its end
//	lockdepGoroutine()           ids of the current goroutine and of its creator, and
//	                             the return address of the go statement
//	lockdepCallers(pc, pcs)      the return addresses from pc outwards
//	lockdepExpand(dst, pcs)      the same with inlined calls, for runtime.CallersFrames
//	lockdepAtExit(write, failed) calls write when the process ends; if failed()
//	                             then reports true, exit status 0 becomes 1
//	lockdepSave(ext, data)       leaves a file in the directory LOCKDEP_GRAPH
//
// with more about each in _inject/testdeps.go.
//
// # How a process ends
//
// write runs when the process calls os.Exit, as the generated main function
// does, with any status (so on log.Fatal); on a panic that nothing recovers (so
// on -test.timeout); and on the unlock of an unlocked lock. Nothing runs on other
// fatal errors of the runtime (concurrent map writes, all goroutines asleep, a
// Goexit of main after which nothing is left to run), on signals, on
// syscall.Exit, and where the race detector ends the process. Those processes
// fail, so go test shows what they printed.
package overlay
