package core

// Taking a stack costs microseconds and keeps some hundred bytes. A place that
// takes one lock after the other under the same other place makes a new edge
// for each; after some of them it is not asked again how it was reached.

const (
	traceSets = 1 << 8
	traceAll  = 16 // edges of a pair of places that have stacks of their own
)

var traces [traceSets]struct {
	heldPC, pc uintptr
	times      int
	stack      *Stack
}

// traceOf returns the stack for an edge from a lock acquired at heldPC.
//
//go:norace
func (w *work) traceOf(heldPC uintptr) *Stack {
	pc := w.want.pc
	t := &traces[uint64(heldPC*31+pc)*0x9E3779B97F4A7C15>>56]
	if t.heldPC != heldPC || t.pc != pc {
		t.heldPC, t.pc, t.times = heldPC, pc, 0
	}
	if t.times++; t.times > traceAll {
		return t.stack
	}
	t.stack = w.trace()
	return t.stack
}

// trace returns the stack of the goroutine.
//
//go:norace
func (w *work) trace() *Stack {
	if w.stack == nil {
		w.stack = new(Stack)
		trace(w.stack)
	}
	return w.stack
}
