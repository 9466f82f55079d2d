package lockflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
)

// release gives up the lock at p. If nothing by that name is held, a lock of
// the same class whose instance is not certain is meant; else it is the
// caller's.
func (f *flow) release(fr *frame, instr ssa.Instruction, s *state, r relRef) *state {
	i := f.findHeld(s, r.path, r.mode)
	if i < 0 {
		return f.releaseUnheld(fr, instr, s, r)
	}
	h := s.held[i]
	t := s.clone()
	if h.entry {
		t.released = append(t.released, relRef{h.path, h.mode, r.maybe})
	}
	t.held = slices.Delete(slices.Clone(s.held), i, i+1)
	at := f.siteAt(fr, instr)
	t = t.acquired(h.path) // freed once
	t.freed = append(t.freed, freedLock{path: h.path, mode: h.mode, site: at, since: h.site, deferred: f.runsDeferred(fr, instr), by: f.calledBy(instr), guess: !h.is(r.path)})
	t.doubt = t.doubt || r.maybe || !h.is(r.path) && f.class(h.path).name != f.class(r.path).name
	f.noteRelease(fr, instr, s, h, r)
	return t
}

// releaseUnheld is a release of a lock that is not held: of the caller's lock,
// or of one that was released before.
func (f *flow) releaseUnheld(fr *frame, instr ssa.Instruction, s *state, r relRef) *state {
	if !s.doubt && f.told(fr, instr, s) {
		s = s.doubtful()
	}
	if i := slices.IndexFunc(s.freed, func(l freedLock) bool { return l.path == r.path }); i >= 0 {
		if !s.doubt && !r.maybe && !s.freed[i].guess && r.path.certain() && f.homeKindOf(r.path) == 0 {
			f.noteTwice(fr, instr, s.freed[i], r)
		}
		return s.doubtful()
	}
	if !s.doubt && !r.maybe {
		if a := f.seen.tried[s.lacks]; a != nil && a.path == r.path {
			if a.heeded() {
				return s.doubtful()
			}
			f.seen.tries = append(f.seen.tries, rawTry{TryReleased, r.path, s.lacks, f.siteAt(fr, instr)})
			return s.doubtful()
		}
		if f.homeKindOf(r.path) != 0 {
			return f.unhold(s, r)
		}
		u := f.releaseUse(fr, instr, r.path)
		guarded := slices.ContainsFunc(f.stateGuards(s), func(g guard) bool { return g.equal == "" })
		u.guarded = guarded && (u.guarded || !u.unheld)
		u.unheld = true
	}
	return f.unhold(s, r)
}

// told reports whether instr runs only if a function that is not in sight says
// so: then what that has locked may be what instr is to unlock. A function in a
// field, or behind an interface, does its own work.
func (f *flow) told(fr *frame, instr ssa.Instruction, s *state) bool {
	for ; fr != nil && instr != nil; instr, fr = fr.call, fr.caller {
		for b, d := instr.Block(), instr.Block().Idom(); d != nil; b, d = d, d.Idom() {
			br, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
			if ok && len(b.Preds) == 1 && b.Preds[0] == d && f.asksUnseen(fr, s, br.Cond, 4) {
				return true
			}
		}
	}
	return false
}

// asksUnseen reports whether v is, or comes from, what a function that is not in
// sight returned to say whether it has done its work.
func (f *flow) asksUnseen(fr *frame, s *state, v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	asks := func(v ssa.Value) bool { return f.asksUnseen(fr, s, v, depth-1) }
	switch v := v.(type) {
	case *ssa.UnOp:
		return v.Op == token.NOT && asks(v.X)
	case *ssa.BinOp:
		return asks(v.X) || asks(v.Y)
	case *ssa.Extract:
		return (isBool(v.Type()) || types.Identical(v.Type(), errorType)) && asks(v.Tuple)
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, asks)
	case *ssa.Call:
		c := v.Common()
		if _, ok := c.Value.(*ssa.Builtin); ok || c.IsInvoke() || c.StaticCallee() != nil {
			return false
		}
		if t := v.Type(); !isBool(t) && !types.Identical(t, errorType) && !isTuple(t) {
			return false
		}
		if p := f.loc(fr, c.Value); p.kind == stepDeref && p.parent.kind == stepField {
			return false
		}
		return f.resolve(fr, s, c.Value) == nil
	}
	return false
}

func isTuple(t types.Type) bool {
	_, ok := t.(*types.Tuple)
	return ok
}

// unhold notes that a lock of the caller's is released.
func (f *flow) unhold(s *state, r relRef) *state {
	if slices.Contains(s.released, r) {
		return s
	}
	t := s.clone()
	t.released = append(t.released, r)
	return t
}

// findHeld returns the index of the held lock that a release of p means.
func (f *flow) findHeld(s *state, p *path, mode lockgraph.Mode) int {
	best := -1
	for i := len(s.held) - 1; i >= 0; i-- {
		if h := s.held[i]; h.is(p) {
			if h.mode == mode {
				return i
			}
			if best < 0 {
				best = i
			}
		}
	}
	if best >= 0 {
		return best
	}
	name := f.class(p).name
	for i := len(s.held) - 1; i >= 0; i-- {
		if h := s.held[i]; h.mode == mode && f.class(h.path).name == name && !apart(h.path, p) {
			return i
		}
	}
	return slices.IndexFunc(s.held, func(h *heldLock) bool { return h.mode == mode && f.mayAlias(p, h.path) })
}

// mayAlias reports whether one of two paths starts at a variable that has one
// of several values, and the other at one of those: first, when that is a or b.
func (f *flow) mayAlias(p, q *path) bool {
	return slices.Contains(f.choices(p), q) || slices.Contains(f.choices(q), p)
}

// choices returns what p may be where control has come from different places.
func (f *flow) choices(p *path) []*path {
	r := p.root()
	phi, ok := r.val.(*ssa.Phi)
	if !ok || r.kind != rootValue {
		return nil
	}
	var out []*path
	for _, edge := range phi.Edges {
		if q := f.loc(f.rootFrame(phi.Parent()), edge); q.kind == rootAlloc || q.kind == rootGlobal || q.kind == rootParam {
			out = append(out, f.paths.replace(p, r, q))
		}
	}
	return out
}

// apart reports whether two paths certainly lead to two objects, as far as the
// names of parameters and variables tell.
func apart(p, q *path) bool {
	fixed := func(p *path) bool {
		r := p.root()
		return (r.kind == rootParam || r.kind == rootGlobal) && p.stable() && directPart(p)
	}
	return p != q && fixed(p) && fixed(q)
}

// isDropped reports whether h is among the caller's locks that a callee had
// released at some moment.
func (f *flow) isDropped(h *heldLock, dropped []*path) bool {
	for _, d := range dropped {
		if h.is(d) {
			return true
		}
		if (!d.certain() || !h.path.certain()) && f.class(d).name == f.class(h.path).name {
			return true
		}
	}
	return false
}

// calledBy returns the function that a release by a call calls, nil for a
// lock's own method.
func (e *engine) calledBy(instr ssa.Instruction) *ssa.Function {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return nil
	}
	fn := callee(call.Common())
	if fn == nil || e.primitiveCall(call.Common()).kind != primNone {
		return nil
	}
	return e.refOf(fn).fn
}
