package core

// A reread is a recursive read for which no writer is known yet.
type reread struct {
	stack  *Stack
	heldPC uintptr
	under  []under
	next   rereadID
}

// under is a lock that is held exclusively.
type under struct {
	node     nodeID
	instance uint32
}

// A writer is a goroutine that has blocked for a lock exclusively: while it
// waits, it turns readers of the lock into each other's obstacles.
type writer struct {
	pc    uintptr
	under []under
	next  writerID
}

// maxWriters bounds the writers kept of a node, as in lockgraph: each stands
// for a different set of locks, and the smallest decide.
const maxWriters = 8

var (
	writers     []writer
	writerCount writerID = 1
	freeWriter  writerID
	rereads     []reread
	rereadCount rereadID = 1
	freeReread  rereadID
)

// again judges the acquisition of a lock that the goroutine holds as h.
//
//go:norace
func (w *work) again(h *Entry) {
	n := h.lock.node
	if w.kind != Wait || nodes[n].handed || w.judged {
		return
	}
	w.judged = true
	switch {
	case h.mode == Shared && w.want.mode == Shared:
		w.readAgain(h)
	case h.mode == Shared:
		w.g.itself = w.single(Upgrade, h)
	default:
		w.g.itself = w.single(DoubleLock, h)
	}
}

// readAgain reports a recursive read if some writer can come between, and
// keeps it for when there is one otherwise. What a test reads to look at a lock,
// and the code that it tests reads as well, is no fault of either.
//
//go:norace
func (w *work) readAgain(h *Entry) {
	n := h.lock.node
	if nodes[n].reread || isTest(h.pc) != isTest(w.want.pc) {
		return
	}
	held := w.g.exclusive(w.want)
	for id := nodes[n].writers; id != 0; id = writers[id].next {
		if !common(writers[id].under, held) {
			w.single(RecursiveRead, h).WriterPC = writers[id].pc
			nodes[n].reread = true
			return
		}
	}
	if nodes[n].rereads != 0 && held == nil {
		freeRereads(n) // this one says more than those
	}
	count := 0
	for id := nodes[n].rereads; id != 0; id = rereads[id].next {
		count++
	}
	if count < maxWriters {
		id := newReread()
		rereads[id] = reread{stack: w.trace(), heldPC: h.pc, under: held, next: nodes[n].rereads}
		nodes[n].rereads = id
	}
}

// writer notes that the lock wanted is written, and looks again at what was
// harmless as long as nobody wrote it.
//
//go:norace
func (w *work) writer() {
	n := w.want.lock.node
	if nodes[n].handed {
		return
	}
	held := w.g.exclusive(w.want)
	count := 0
	for id := nodes[n].writers; id != 0; id = writers[id].next {
		if within(writers[id].under, held) {
			return
		}
		count++
	}
	if count >= maxWriters && held != nil {
		return
	}
	id := newWriter()
	writers[id] = writer{pc: w.want.pc, under: held, next: nodes[n].writers}
	nodes[n].writers = id
	for r := nodes[n].rereads; r != 0 && !nodes[n].reread; r = rereads[r].next {
		if !common(rereads[r].under, held) {
			rep := w.report(RecursiveRead)
			rep.add(n, n, rereads[r].heldPC, rereads[r].stack)
			rep.WriterPC, rep.Stack = w.want.pc, w.trace()
			nodes[n].reread = true
		}
	}
	for m := nodeID(1); m < nodeCount; m++ {
		if m == n || written(m) == n {
			w.closeShared(m)
		}
	}
}

// closeShared looks again for cycles through what was acquired under a reader.
//
//go:norace
func (w *work) closeShared(n nodeID) {
	for e := nodes[n].out; e != 0; e = edges[e].nextOut {
		if edges[e].fromMode == Shared {
			w.close(e)
		}
	}
}

// exclusive lists what the goroutine holds exclusively, beside want.
//
//go:norace
func (g *Goroutine) exclusive(want *Entry) []under {
	n := 0
	for i := 0; i < g.n; i++ {
		if h := &g.held[i]; h != want && h.mode == Exclusive {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	list := make([]under, n)
	n = 0
	for i := 0; i < g.n; i++ {
		if h := &g.held[i]; h != want && h.mode == Exclusive {
			list[n] = under{h.lock.node, h.lock.instance}
			n++
		}
	}
	return list
}

// common reports whether two sets have a lock in common, so that who holds
// one waits for who holds the other.
//
//go:norace
func common(a, b []under) bool {
	for i := range a {
		for j := range b {
			if a[i] == b[j] {
				return true
			}
		}
	}
	return false
}

// within reports whether a is a part of b.
//
//go:norace
func within(a, b []under) bool {
	for i := range a {
		found := false
		for j := range b {
			found = found || a[i] == b[j]
		}
		if !found {
			return false
		}
	}
	return true
}

//go:norace
func newWriter() writerID {
	if id := freeWriter; id != 0 {
		freeWriter = writers[id].next
		return id
	}
	if int(writerCount) >= len(writers) {
		more := make([]writer, 2*len(writers)+64)
		for i := range writers {
			more[i] = writers[i]
		}
		writers = more
	}
	writerCount++
	return writerCount - 1
}

//go:norace
func newReread() rereadID {
	if id := freeReread; id != 0 {
		freeReread = rereads[id].next
		return id
	}
	if int(rereadCount) >= len(rereads) {
		more := make([]reread, 2*len(rereads)+64)
		for i := range rereads {
			more[i] = rereads[i]
		}
		rereads = more
	}
	rereadCount++
	return rereadCount - 1
}

//go:norace
func freeWriters(n nodeID) {
	for id := nodes[n].writers; id != 0; {
		next := writers[id].next
		writers[id] = writer{next: freeWriter}
		freeWriter = id
		id = next
	}
	nodes[n].writers = 0
}

//go:norace
func freeRereads(n nodeID) {
	for id := nodes[n].rereads; id != 0; {
		next := rereads[id].next
		rereads[id] = reread{next: freeReread}
		freeReread = id
		id = next
	}
	nodes[n].rereads = 0
}
