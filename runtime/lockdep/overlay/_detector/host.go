package testdeps

import (
	"internal/runtime/atomic"
	"runtime"
	"strings"
	"unsafe"
)

// What the core needs of its surroundings, inside a test binary. See the rules
// in core.go: this code runs inside the locks of package sync.

// instancesLast says that no lock has the instance number of another, also once
// that is gone. Here they are addresses, and a tree whose nodes are collected
// and made anew would seem to lock its nodes both ways.
const instancesLast = false

var lockdepLocked uint32

// enter locks all that goroutines share. The runtime's own atomic operations
// order nothing for the race detector.
//
//go:norace
func enter() {
	for i := 0; !atomic.Cas(&lockdepLocked, 0, 1); i++ {
		if i%16 == 15 {
			runtime.Gosched()
		}
	}
}

//go:norace
func leave() { atomic.Store(&lockdepLocked, 0) }

// A lockdepRecord is what a goroutine has for the core. When the goroutine ends
// it serves another.
type lockdepRecord struct {
	Goroutine
	inside   int // of locks that tell their events themselves, and now acquire or try
	nextFree *lockdepRecord
}

var lockdepFree *lockdepRecord

//go:norace
func lockdepNewRecord() *lockdepRecord {
	enter()
	r := lockdepFree
	if r != nil {
		lockdepFree = r.nextFree
	}
	leave()
	if r == nil {
		r = new(lockdepRecord)
		r.Goroutine.init()
	}
	return r
}

// lockdepGoexit is called when a goroutine ends that has a record.
//
//go:norace
func lockdepGoexit(rec unsafe.Pointer) {
	r := (*lockdepRecord)(rec)
	var s *Stack
	if r.n > 0 && !off {
		s = new(Stack)
		trace(s)
	}
	r.Goroutine.Exit(s)
	r.inside = 0
	enter()
	r.nextFree, lockdepFree = lockdepFree, r
	leave()
}

// trace fills s with the stack of the goroutine.
//
//go:norace
func trace(s *Stack) {
	s.N = runtime.Callers(2, s.PCs[:])
	var creator uintptr
	s.ID, s.Parent, creator = lockdepGoroutine()
	if f := runtime.FuncForPC(creator - 1); f != nil && s.Parent != 0 { // not that of main
		s.Creator = f.Name()
	}
}

// accepted reports whether an order is one of those that are known to be safe.
//
//go:norace
func accepted(from, to string) bool {
	if from == "" || to == "" {
		return false
	}
	_, found := lookup(lockdepSites, from+" -> "+to)
	return found
}

// ours reports whether a function belongs to the checker or to the lock, so that
// a report leaves it out.
func ours(function string) bool {
	for _, prefix := range []string{"sync.(*Mutex).", "sync.(*RWMutex).", "sync.(*rlocker).", "testing/internal/testdeps.lockdep",
		"github.com/lockvet/lockvet/runtime/adaptive.(*Mutex).", "github.com/lockvet/lockvet/runtime/adaptive.(*tracker)."} {
		if strings.HasPrefix(function, prefix) {
			return true
		}
	}
	const own = "testing/internal/testdeps."
	rest, ok := strings.CutPrefix(function, own)
	return ok && (strings.HasPrefix(rest, "(*Goroutine).") || strings.HasPrefix(rest, "(*work).") || rest == "trace")
}
