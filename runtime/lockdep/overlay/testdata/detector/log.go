// Package detector is the smallest one: it logs the events and writes them down
// when the process ends, one on a line, for the tests of package overlay.
package detector

import (
	"internal/runtime/atomic"
	"os"
	"runtime"
	"strconv"
	"strings"
	"unsafe"
)

// goroutine is what *lockdepG points to.
type goroutine struct {
	magic   uint64
	busy    bool
	id      uint64
	first   frames  // of its first event
	creator uintptr // return address of the go statement
}

// magic would not survive if the collector took the record for garbage, when
// the test runs with GODEBUG=clobberfree=1.
const magic = 0x10c4de9

type frames struct {
	n   int
	pcs [8]uintptr
}

type entry struct {
	op      int
	at      frames
	creator uintptr
	lost    bool // the goroutine's record was not what it should be
}

const opExit = 5

var (
	entries [1 << 14]entry
	count   atomic.Uint32
	stopped bool
)

//go:norace
func lockdepEvent(l unsafe.Pointer, op int, pc uintptr) {
	slot := lockdepG()
	if stopped || slot == nil {
		return
	}
	g := (*goroutine)(*slot)
	if g == nil {
		g = new(goroutine)
		g.magic = magic
		g.id, _, g.creator = lockdepGoroutine()
		g.first.n = lockdepCallers(pc, g.first.pcs[:])
		*slot = unsafe.Pointer(g)
	}
	if g.busy {
		return
	}
	g.busy = true
	if e := next(); e != nil {
		e.op = op
		e.at.n = lockdepCallers(pc, e.at.pcs[:])
		id, _, _ := lockdepGoroutine()
		e.lost = g.magic != magic || g.id != id || e.at.n == 0 || e.at.pcs[0] != pc
	}
	g.busy = false
}

//go:norace
func lockdepGoexit(rec unsafe.Pointer) {
	g := (*goroutine)(rec)
	if e := next(); e != nil && !stopped {
		e.op = opExit
		e.at = g.first
		e.creator = g.creator
		id, _, _ := lockdepGoroutine()
		e.lost = g.magic != magic || g.id != id || *lockdepG() != rec
	}
}

// next returns the next free entry. The atomics of the runtime mean nothing to
// the race detector.
//
//go:norace
func next() *entry {
	if n := count.Add(1); n <= uint32(len(entries)) {
		return &entries[n-1]
	}
	return nil
}

// lockdepFramePointers is that of the runtime.
//
//go:linkname lockdepFramePointers runtime.lockdepFramePointers
var lockdepFramePointers bool

func init() {
	if os.Getenv("SUBJECT_UNWIND") != "" {
		lockdepFramePointers = false
	}
	lockdepAtExit(write, failed)
}

func write() {
	stopped = true
	var b strings.Builder
	for i := range entries[:min(count.Load(), uint32(len(entries)))] {
		e := &entries[i]
		b.WriteString([]string{"want", "got", "tried", "failed", "release", "exit"}[e.op&15])
		if e.op != opExit {
			b.WriteString([]string{"-mutex", "-write", "-shared"}[e.op>>4])
		}
		if e.lost {
			b.WriteString("-lost")
		}
		b.WriteString(" " + place(&e.at))
		if e.creator != 0 {
			b.WriteString(" by " + place(&frames{1, [8]uintptr{e.creator}}))
		}
		b.WriteString("\n")
	}
	lockdepSave("log", []byte(b.String()))
}

// place names the first caller outside of package sync. What is inside is the
// detector's affair: an RLocker, Cond or Once.
func place(f *frames) string {
	var pcs [32]uintptr
	n := lockdepExpand(pcs[:], f.pcs[:f.n])
	for list := runtime.CallersFrames(pcs[:n]); ; {
		frame, more := list.Next()
		if !strings.HasPrefix(frame.Function, "sync.") {
			return frame.File[strings.LastIndexAny(frame.File, `/\`)+1:] + ":" + strconv.Itoa(frame.Line)
		}
		if !more {
			return "?"
		}
	}
}

// failed wants another exit status if a test of that name ran.
func failed() bool {
	return matchPat == "^TestExitZero$"
}
