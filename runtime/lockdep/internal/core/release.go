package core

// Release is called before a lock is released.
//
//go:norace
func (g *Goroutine) Release(l *Lock, mode Mode, pc uintptr) {
	n := g.n - 1
	if n >= 0 && !g.busy && !g.pending {
		if e := &g.held[n]; e.lock.instance == l.instance && e.mode == mode {
			g.n = n
			return
		}
	}
	g.releaseSlow(l.instance, mode, pc)
}

//go:norace
func (g *Goroutine) releaseSlow(instance uint32, mode Mode, pc uintptr) {
	if g.busy || off || instance == 0 {
		return
	}
	if g.pending {
		g.takeOut()
	}
	other := -1
	for i := g.n - 1; i >= 0; i-- {
		e := &g.held[i]
		if e.lock.instance != instance || e.waiting {
			continue
		}
		if e.mode == mode {
			g.remove(i)
			return
		}
		other = i
	}
	if other >= 0 {
		g.wrongMode(other, pc)
		return
	}
	g.releaseForeign(instance, mode)
}

//go:norace
func (g *Goroutine) wrongMode(i int, pc uintptr) {
	e := &g.held[i]
	g.busy = true
	w := work{g: g, want: e}
	enter()
	r := w.single(WrongMode, e)
	leave()
	g.remove(i)
	g.tell(r)
}

// A drop is an entry that another goroutine has released. Its own goroutine
// takes it out when it next looks at its stack.
type drop struct {
	g        *Goroutine
	instance uint32
	mode     Mode
	next     *drop
}

// An orphan is a lock whose goroutine ended with it.
type orphan struct {
	lock  Lock
	mode  Mode
	pc    uintptr
	stack *Stack
	next  *orphan
}

var (
	drops   *drop
	orphans *orphan
)

// releaseForeign handles the release of a lock that this goroutine does not
// hold: it was handed over. The orders that were seen with it may not be its
// holder's, so it has none from here on.
//
//go:norace
func (g *Goroutine) releaseForeign(instance uint32, mode Mode) {
	enter()
	defer leave()
	for p := &orphans; *p != nil; p = &(*p).next {
		if o := *p; o.lock.instance == instance && o.mode == mode {
			handOver(o.lock)
			*p = o.next
			return
		}
	}
	// A stack may change while it is read; what is missed then is caught by
	// reading it again.
	for try := 0; try < 3; try++ {
		for o := goroutines; o != nil; o = o.next {
			if o != g && o.dropEntry(instance, mode) {
				return
			}
		}
	}
}

//go:norace
func (g *Goroutine) dropEntry(instance uint32, mode Mode) bool {
	held := g.held
	n := g.n
	for i := 0; i < n && i < len(held); i++ {
		e := &held[i]
		if e.lock.instance != instance || e.mode != mode || e.waiting || g.dropping(instance, mode) {
			continue
		}
		handOver(e.lock)
		drops = &drop{g: g, instance: instance, mode: mode, next: drops}
		g.pending = true
		return true
	}
	return false
}

//go:norace
func (g *Goroutine) dropping(instance uint32, mode Mode) bool {
	for d := drops; d != nil; d = d.next {
		if d.g == g && d.instance == instance && d.mode == mode {
			return true
		}
	}
	return false
}

// takeOut removes what others have released of this goroutine's.
//
//go:norace
func (g *Goroutine) takeOut() {
	enter()
	g.pending = false
	p := &drops
	for *p != nil {
		d := *p
		if d.g != g {
			p = &d.next
			continue
		}
		*p = d.next
		for i := 0; i < g.n; i++ {
			if e := &g.held[i]; e.lock.instance == d.instance && e.mode == d.mode && !e.waiting {
				g.remove(i)
				break
			}
		}
	}
	leave()
}

// handOver takes a node's edges out of the graph and makes none any more. What
// was reported about it rests on who holds it, and that has turned out to be
// unknown.
//
//go:norace
func handOver(l Lock) {
	n := l.node
	if n == 0 || nodes[n].handed || !l.current() {
		return
	}
	for nodes[n].out != 0 {
		removeEdge(nodes[n].out)
	}
	for nodes[n].in != 0 {
		removeEdge(nodes[n].in)
	}
	freeRereads(n)
	nodes[n].handed = true
	for r := made; r != nil; r = r.made {
		for i := range r.Steps {
			if r.Steps[i].from == n || r.Steps[i].to == n {
				r.Mistaken = true
			}
		}
	}
}

// Exit is called when the goroutine has ended. What it holds may still be
// released by another. What a test leaves locked when it ends, it is through with.
//
//go:norace
func (g *Goroutine) Exit(s *Stack) {
	test := s != nil && startsTests(s.Creator)
	if g.pending {
		g.takeOut()
	}
	enter()
	for i := 0; i < g.n; i++ {
		e := &g.held[i]
		if !e.waiting && e.lock.current() && !nodes[e.lock.node].handed && !test {
			orphans = &orphan{lock: e.lock, mode: e.mode, pc: e.pc, stack: s, next: orphans}
		}
	}
	g.n, g.busy, g.failed = 0, false, 0
	leave()
}

// startsTests reports whether a function is one that starts the goroutines of
// tests.
//
//go:norace
func startsTests(creator string) bool {
	return creator == "testing.(*T).Run" || creator == "testing/synctest.testingSynctestTest"
}

// Orphans reports what is held by goroutines that have ended, at the end of
// the program.
//
//go:norace
func Orphans() *Report {
	var w work
	enter()
	for o := orphans; o != nil; o = o.next {
		w.stack = o.stack
		r := w.report(HeldAtExit)
		r.add(o.lock.node, o.lock.node, o.pc, o.stack).FromMode = o.mode
	}
	orphans = nil
	leave()
	return w.reports
}
