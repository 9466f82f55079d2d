//go:build lockdep_overlay

package adaptive

import (
	"unsafe"

	"github.com/lockvet/lockvet/runtime/adaptive/internal/machine"
	"github.com/lockvet/lockvet/runtime/lockdep"
)

// hook is what "lockvet test" has put into package sync, or nil if the tag was
// set without its overlay.
//
//go:linkname hook sync.lockdepHook
var hook func(l unsafe.Pointer, op int, pc uintptr)

// Operations, as the detector's event.go has them.
const (
	hookWant = iota | hookOwn
	hookGot
	hookTried
	hookFailed
	_
	hookSpin
	hookGaveUp
	hookTrying

	hookOwn = 1 << 6 // of a lock that has locks of package sync inside
)

// A tracker tells the detector of "lockvet test" how a mutex is used. The
// detector sees the sync.Mutex inside as well, but would take it for a lock that
// is only ever tried for, since that is what spinning is. So it is told what the
// calls mean, and looks away while they last.
//
// A tracker has no size and is the first field of its mutex, and the sync.Mutex
// comes next: by their common address they are one lock to the detector. What is
// plain already, the release, needs no telling.
type tracker struct{}

type acquiring struct{ t *tracker }

//go:noinline
//go:norace
func (t *tracker) tell(op int, pc uintptr) {
	if hook != nil {
		hook(unsafe.Pointer(t), op, pc)
	}
}

//go:noinline
//go:norace
func (t *tracker) Want(lockdep.Mode) acquiring {
	t.tell(hookWant, machine.Above())
	return acquiring{t}
}

//go:noinline
//go:norace
func (t *tracker) WantSpin() acquiring {
	t.tell(hookSpin, machine.Above())
	return acquiring{t}
}

//go:norace
func (w acquiring) Got() { w.t.tell(hookGot, 0) }

//go:norace
func (w acquiring) GaveUp() { w.t.tell(hookGaveUp, 0) }

// Trying tells that an attempt begins; call Tried when it has ended.
//
//go:norace
func (t *tracker) Trying() { t.tell(hookTrying, 0) }

//go:noinline
//go:norace
func (t *tracker) Tried(_ lockdep.Mode, acquired bool) {
	if acquired {
		t.tell(hookTried, machine.Above())
	} else {
		t.tell(hookFailed, machine.Above())
	}
}

// lookAway makes the detector ignore the goroutine for the rest of its life.
//
//go:norace
func lookAway() { (*tracker)(nil).Trying() }

func (*tracker) Release(lockdep.Mode) {}

func (*tracker) BailsOut() {} // the detector knows by the operations
