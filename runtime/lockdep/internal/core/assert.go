package core

// AssertHeld reports a lock that the goroutine does not hold, or holds only
// for reading where mode is exclusive.
//
//go:norace
func (g *Goroutine) AssertHeld(l *Lock, mode Mode, pc uintptr) {
	if g.busy || off {
		return
	}
	if g.pending {
		g.takeOut()
	}
	i := g.find(l.instance)
	if i >= 0 && (mode == Shared || g.held[i].mode == Exclusive) {
		return
	}
	g.complain(NotHeld, l, mode, i, pc)
}

// AssertNotHeld reports a lock that the goroutine holds in any mode.
//
//go:norace
func (g *Goroutine) AssertNotHeld(l *Lock, pc uintptr) {
	if g.busy || off {
		return
	}
	if g.pending {
		g.takeOut()
	}
	if i := g.find(l.instance); i >= 0 {
		g.complain(Held, l, g.held[i].mode, i, pc)
	}
}

//go:norace
func (g *Goroutine) complain(f Fault, l *Lock, mode Mode, i int, pc uintptr) {
	g.prepare(l, pc)
	g.busy = true
	var w work
	enter()
	r := w.report(f)
	step := r.add(l.node, l.node, 0, nil)
	step.ToMode = mode
	if i >= 0 {
		step.HeldPC, step.FromMode = g.held[i].pc, g.held[i].mode
	}
	leave()
	g.tell(r)
}
