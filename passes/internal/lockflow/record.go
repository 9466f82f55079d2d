package lockflow

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Bounds of what a summary says. Past maxOps acquisitions are told apart by
// class only.
const (
	maxOps   = 256
	maxCalls = 8
	maxGates = 6

	maxVariants = 3 // of one effect, under different locks and conditions
)

// shorten leaves of a long chain of calls its beginning and its last call.
func shorten[T any](calls []T) []T {
	if len(calls) <= maxCalls {
		return calls
	}
	return append(calls[:maxCalls-1:maxCalls-1], calls[len(calls)-1])
}

// siteAt returns the place of an instruction that fr runs.
func (e *engine) siteAt(fr *frame, instr ssa.Instruction) site {
	pos := instr.Pos()
	if c, ok := instr.(ssa.CallInstruction); ok && !pos.IsValid() {
		pos = cmp.Or(c.Common().Pos(), rangePos(c.Common()))
	}
	if !pos.IsValid() { // made by the SSA builder
		pos = fr.fn.Pos()
	}
	return e.siteOf(pos, e.nameOf(fr.fn))
}

// rangePos returns the place of the range statement whose iterator a call
// calls.
func rangePos(c *ssa.CallCommon) token.Pos {
	for _, a := range c.Args {
		if mc, ok := a.(*ssa.MakeClosure); ok {
			a = mc.Fn
		}
		if fn, ok := a.(*ssa.Function); ok && yieldBody(fn) && fn.Syntax() != nil {
			return fn.Syntax().Pos()
		}
	}
	return token.NoPos
}

func (e *engine) nameOf(fn *ssa.Function) string {
	name, ok := e.names[fn]
	if !ok {
		name = funcName(fn)
		e.names[fn] = name
	}
	return name
}

// chain lists the places from the holder of h to the end of tail: what the
// holder does first, then each call on the way.
func chain(fr *frame, h *heldLock, tail []site, prefix int) []site {
	var c []site
	if h.callback != nil {
		c = append(append(c, h.report), h.calls...)
		if h.frame == pendingFrame {
			return append(c, tail[min(prefix, len(tail)):]...)
		}
	}
	return append(append(c, framesBetween(fr, h.frame)...), tail...)
}

// framesBetween lists the calls that lead from outer to fr, outermost first.
func framesBetween(fr, outer *frame) []site {
	var rev [][]site
	for g := fr; g != nil && g != outer && g.caller != nil; g = g.caller {
		rev = append(rev, append([]site{g.site}, g.via...))
	}
	var c []site
	for i := len(rev) - 1; i >= 0; i-- {
		c = append(c, rev[i]...)
	}
	return c
}

// edge notes that o happens while h is held.
func (f *flow) edge(fr *frame, instr ssa.Instruction, s *state, h *heldLock, o *op, calls []site, dropped []*path) {
	if h.path.kind == stepSlots || o.path != nil && o.path.kind == stepSlots {
		return
	}
	if o.target == nil && h.is(o.path) {
		f.again(fr, instr, s, h, o, calls)
		return
	}
	if o.target != nil {
		f.noteCallback(fr, instr, s, h, o, calls)
	}
	if f.inits {
		return
	}
	if f.unpublished(fr, instr, h.path) || o.path != nil && f.unpublished(fr, instr, o.path) {
		f.leaveOut(h.path, o.path, h.site, o.site, calls, Unpublished)
		return
	}
	c := chain(fr, h, append(slices.Clip(calls), o.site), o.prefix)
	e := &rawEdge{
		from: h.path, to: o.path, fromMode: h.mode, toMode: o.mode, kind: o.how, retries: o.retries,
		adaptive: o.adaptive, target: o.target, held: h.site, report: c[0], calls: c[:len(c)-1], site: c[len(c)-1],
	}
	if o.retake && e.site.pos.IsValid() && len(c) > 1 {
		e.report = e.site
	}
	e.calls = shorten(e.calls)
	for _, g := range s.held {
		if g != h && !f.isDropped(g, dropped) && len(e.gates) < maxGates {
			e.gates = append(e.gates, gate{g.path, g.mode})
		}
	}
	for _, g := range o.held {
		if len(e.gates) < maxGates {
			e.gates = append(e.gates, gate{g.path, g.mode})
		}
	}
	if o.path != nil && f.class(h.path).name == f.class(o.path).name {
		e.ordered = f.ordered(fr, h.path, o.path)
	}
	e.ordered = e.ordered || o.nested // of two classes it says nothing
	f.addEdge(e)
}

func (f *flow) addEdge(e *rawEdge) {
	e.fn = f.root.fn
	k := e.key()
	if f.edgeSet[k] {
		return
	}
	f.edgeSet[k] = true
	f.edges = append(f.edges, e)
	if e.to != nil && (relative(e.from) || relative(e.to)) {
		f.sum.edges = append(f.sum.edges, e)
	}
}

// relative reports whether p can only be named by a caller: it is a parameter
// itself, a pointer to a lock or to a wrapper of one.
func relative(p *path) bool {
	c := classOf(p, func(owner string) bool { return false })
	return c.weak && p.root().kind == rootParam
}

// bindEdge makes a callee's relative edge one of the caller's.
func (f *flow) bindEdge(in *invocation, bind binding, e *rawEdge) {
	if f.inits {
		return
	}
	n := *e
	n.from = f.paths.rebase(e.from, bind)
	if e.to != nil {
		n.to = f.paths.rebase(e.to, bind)
	}
	if n.from == n.to || f.unpublished(in.fr, in.instr, n.from) || n.to != nil && f.unpublished(in.fr, in.instr, n.to) {
		return
	}
	n.gates = nil
	for _, g := range e.gates {
		n.gates = append(n.gates, gate{f.paths.rebase(g.path, bind), g.mode})
	}
	n.calls = append([]site{n.report}, n.calls...)
	n.report = f.siteAt(in.fr, in.instr)
	if n.to != nil && f.class(n.from).name == f.class(n.to).name {
		n.ordered = n.ordered || f.ordered(in.fr, n.from, n.to)
	}
	f.addEdge(&n)
}

// record notes for callers that o happens in this function.
func (f *flow) record(fr *frame, s *state, o *op, dropped []*path) {
	if f.mute {
		return
	}
	n := *o
	n.prefix, n.local = 0, nil
	n.doubt = o.doubt || s.doubt || o.probe
	n.probe = false
	n.calls = append(framesBetween(fr, nil), o.calls...)
	n.calls = shorten(n.calls)
	n.held = slices.Clip(o.held)
	for _, h := range s.held {
		if len(n.held) >= maxGates || f.isDropped(h, dropped) {
			continue
		}
		c := chain(fr, h, append(slices.Clip(o.calls), o.site), o.prefix)
		n.held = append(n.held, heldRef{path: h.path, mode: h.mode, site: h.site, report: c[0], calls: c[1:]})
	}
	n.dropped = slices.Clip(o.dropped)
	for _, r := range s.released {
		if !slices.Contains(n.dropped, r.path) {
			n.dropped = append(n.dropped, r.path)
		}
	}
	n.guards = append(slices.Clip(o.guards), f.stateGuards(s)...)
	if n.path != nil && (n.path.root().kind != rootParam && n.path.root().kind != rootGlobal || len(f.sum.ops) > maxOps) {
		n.local = n.path
		n.path = f.foreignPath(n.path)
	}
	f.addOp(&n)
}

// stateGuards returns the boolean parameters that s has decided on.
func (f *flow) stateGuards(s *state) []guard {
	var gs []guard
	if f.root.fn.Parent() != nil {
		return nil
	}
	for _, k := range s.facts {
		key := f.conds[k.id]
		p, ok := key.x.val.(*ssa.Parameter)
		if !ok || p.Parent() != f.root.fn || k.stale {
			continue
		}
		switch {
		case key.kind == condValue && isBool(p.Type()):
			gs = append(gs, guard{paramIndex(f.root.fn, p), k.value, ""})
		case key.kind == condConst && key.c != "":
			gs = append(gs, guard{paramIndex(f.root.fn, p), k.value, key.c})
		}
	}
	return gs
}

// addOp enters o unless an op says as much or more: the same effect, under no
// more locks and no more conditions, with no more of the caller's dropped. Of
// one effect a few variants are kept, those that drop least.
func (f *flow) addOp(o *op) {
	if len(f.sum.ops) >= 8*maxOps {
		f.widened = true
		return
	}
	k := o.key()
	edges := o.target != nil && o.target.path != nil // what is held makes edges later, not only gates
	most := -1
	for i, old := range f.ops[k] {
		if subset(old.held, o.held) && guardsSubset(old.guards, o.guards) && pathsSubset(old.dropped, o.dropped) && (!edges || subset(o.held, old.held)) {
			old.doubt = old.doubt && o.doubt
			return
		}
		if most < 0 || len(old.dropped) > len(f.ops[k][most].dropped) {
			most = i
		}
	}
	if len(f.ops[k]) >= maxVariants {
		if old := f.ops[k][most]; len(old.dropped) > len(o.dropped) {
			*old = *o
		}
		return
	}
	f.ops[k] = append(f.ops[k], o)
	f.sum.ops = append(f.sum.ops, o)
}

func pathsSubset(a, b []*path) bool {
	for _, p := range a {
		if !slices.Contains(b, p) {
			return false
		}
	}
	return true
}

func subset(a, b []heldRef) bool {
	for _, x := range a {
		if !slices.ContainsFunc(b, func(y heldRef) bool { return x.path == y.path && x.mode == y.mode }) {
			return false
		}
	}
	return true
}

func guardsSubset(a, b []guard) bool {
	for _, g := range a {
		if !slices.Contains(b, g) {
			return false
		}
	}
	return true
}

// unbound is a callee's path where the caller's arguments are not looked at.
func (e *engine) unbound(p *path) *path {
	if p.root().kind == rootGlobal {
		return p
	}
	return e.foreignPath(e.paths.rebase(p, func(r *path) *path { return e.paths.foreign(r.name, r.owner) }))
}

// foreignPath reduces a path that callers cannot bind to what its class needs:
// the last steps that lie in one object.
func (e *engine) foreignPath(p *path) *path {
	cut := p
	for cut.parent != nil && cut.kind != stepDeref {
		cut = cut.parent
	}
	owner := ""
	for q := p; q != cut; q = q.parent {
		if q.kind == stepField {
			owner = q.owner
		}
	}
	if cut == p || owner == "" || e.isWrapper(owner) {
		return p
	}
	return e.paths.replace(p, cut, e.paths.foreign("", owner))
}
