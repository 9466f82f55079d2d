package core

import (
	"runtime"
	"strings"
	"sync/atomic"
)

// instancesLast says that no lock has the instance number of another, also once
// that is gone: orders among the locks of one class can be told.
const instancesLast = true

var locked uint32

// enter locks all that goroutines share. It orders nothing for the race
// detector. Nothing that runs in between blocks.
//
//go:norace
func enter() {
	hide()
	for i := 0; !atomic.CompareAndSwapUint32(&locked, 0, 1); i++ {
		if i%16 == 15 {
			runtime.Gosched()
		}
	}
}

//go:norace
func leave() {
	atomic.StoreUint32(&locked, 0)
	show()
}

// A registry finds the record of a goroutine by the address of its g, which the
// runtime passes on to other goroutines but never frees. It is replaced when it
// grows, so that it can be read at any time.
type registry struct {
	mask  uintptr
	slots []slot
}

type slot struct {
	g   uintptr
	id  uint64 // of the goroutine that has the g
	rec *Goroutine
}

var (
	known      = newRegistry(1 << 10)
	knownCount int
)

//go:norace
func newRegistry(size uintptr) *registry {
	return &registry{mask: size - 1, slots: make([]slot, size)}
}

// Current returns the record of the running goroutine.
//
//go:norace
func Current() *Goroutine {
	g, id := self(), selfID()
	r := known
	for i := g >> 6; r.slots[i&r.mask].g != 0; i++ {
		s := &r.slots[i&r.mask]
		if s.g != g {
			continue
		}
		if s.id != id { // another goroutine has the g now
			s.rec.Exit(nil)
			s.id = id
		}
		return s.rec
	}
	rec := NewGoroutine()
	enter()
	if knownCount*2 >= len(known.slots) {
		more := newRegistry(uintptr(len(known.slots)) * 4)
		for i := range known.slots {
			if s := &known.slots[i]; s.g != 0 {
				more.put(*s)
			}
		}
		known = more
	}
	knownCount++
	known.put(slot{g, id, rec})
	leave()
	return rec
}

// put adds a slot. A reader may see it in any state, but a g is only looked up
// by its own goroutine, which is the one that writes here or did so before.
//
//go:norace
func (r *registry) put(s slot) {
	i := s.g >> 6
	for r.slots[i&r.mask].g != 0 {
		i++
	}
	p := &r.slots[i&r.mask]
	p.id, p.rec = s.id, s.rec
	p.g = s.g
}

// text is what the runtime prints of a goroutine. It is used under the lock.
var text [1 << 16]byte

// trace fills s with the stack of the goroutine. The frames of the checker are
// left to the front end to drop.
//
//go:norace
func trace(s *Stack) {
	s.N = runtime.Callers(2, s.PCs[:])
	n := runtime.Stack(text[:], false)
	s.ID = number(text[:n], len("goroutine "))
	for i := n - 1; i > 0; i-- {
		if text[i] != '\n' || i+len("created by ") >= n || text[i+1] != 'c' || text[i+9] != 'y' {
			continue
		}
		from := i + 1 + len("created by ")
		to := from
		for to < n && text[to] != '\n' && text[to] != ' ' {
			to++
		}
		s.Creator = string(text[from:to])
		s.Parent = number(text[:n], to+len(" in goroutine "))
		return
	}
}

// accepted reports whether an order is known to be safe.
//
//go:norace
func accepted(from, to string) bool { return false }

const front = "github.com/lockvet/lockvet/runtime/lockdep"

// ours reports whether a function belongs to the checker, so that a report
// leaves it out.
func ours(function string) bool {
	rest, ok := strings.CutPrefix(function, front)
	if !ok {
		return false
	}
	for _, part := range []string{".(*Mutex).", ".(*RWMutex).", ".(*rlocker).", ".(*Tracker).", ".LockNested", ".Assert", "/internal/"} {
		if strings.HasPrefix(rest, part) {
			return true
		}
	}
	return false
}

// number reads a decimal number.
//
//go:norace
func number(b []byte, from int) uint64 {
	n := uint64(0)
	for i := from; i < len(b) && '0' <= b[i] && b[i] <= '9'; i++ {
		n = n*10 + uint64(b[i]-'0')
	}
	return n
}

// goroutineID asks the runtime, in some microseconds.
//
//go:norace
func goroutineID() uint64 {
	var b [64]byte
	return number(b[:runtime.Stack(b[:], false)], len("goroutine "))
}
