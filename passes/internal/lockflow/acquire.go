package lockflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
)

// acquire takes the lock at p: it makes an edge from each lock held, notes the
// acquisition for callers, and enters the lock in the held set. A lock of the
// caller's that this function released before goes back to the caller.
func (f *flow) acquire(fr *frame, instr ssa.CallInstruction, s *state, p *path, prim primitive, how lockgraph.Kind) *state {
	o := &op{path: p, mode: prim.mode, how: how, adaptive: prim.adaptive, rw: prim.rw, site: f.siteAt(fr, instr)}
	return f.take(fr, instr, s, o, nil)
}

// take is acquire for an op with its attributes set; kinds gives the kind of
// the edge from a held lock where that differs.
func (f *flow) take(fr *frame, instr ssa.CallInstruction, s *state, o *op, kinds func(*heldLock) (lockgraph.Kind, bool)) *state {
	back := slices.IndexFunc(s.released, func(r relRef) bool { return r.path == o.path })
	o.retake = back >= 0
	f.record(fr, s, o, nil)
	for _, h := range s.held {
		if kinds != nil {
			o := *o
			o.how, o.retries = kinds(h)
			f.edge(fr, instr, s, h, &o, nil, nil)
			continue
		}
		f.edge(fr, instr, s, h, o, nil, nil)
	}
	if o.rw && o.mode == lockgraph.Exclusive && o.how == lockgraph.Wait && !f.inits {
		f.writer(o.path, o.site, s.held)
	}
	s = f.killMutable(s).clone()
	if back < 0 && len(s.held) >= maxHeld {
		f.widened = true
		return s
	}
	if back >= 0 {
		mode := s.released[back].mode
		s.released = slices.Delete(slices.Clone(s.released), back, back+1)
		if f.entry != nil {
			s.held = append(s.held, &heldLock{path: o.path, mode: mode, site: o.site, frame: f.root, entry: true})
		}
		return s
	}
	s.held = append(s.held, &heldLock{path: o.path, mode: o.mode, how: o.how, site: o.site, frame: fr})
	return s
}

// release gives up the lock at p. If nothing by that name is held, a lock of
// the same class whose instance is not certain is meant; else it is the
// caller's.
func (f *flow) release(s *state, p *path, mode lockgraph.Mode, maybe bool) *state {
	i := f.findHeld(s, p, mode)
	t := s.clone()
	if i < 0 {
		r := relRef{p, mode, maybe}
		if !slices.Contains(s.released, r) {
			t.released = append(t.released, r)
		}
		return t
	}
	if h := s.held[i]; h.entry {
		t.released = append(t.released, relRef{h.path, h.mode, maybe})
	}
	t.held = slices.Delete(slices.Clone(s.held), i, i+1)
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
		if h := s.held[i]; h.mode == mode && f.class(h.path).name == name {
			return i
		}
	}
	return -1
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

// try forks s: the trylock succeeds and the lock is held, or fails.
func (f *flow) try(fr *frame, instr ssa.CallInstruction, s *state, p *path, prim primitive) []*state {
	o := &op{path: p, mode: prim.mode, how: lockgraph.Try, adaptive: prim.adaptive, rw: prim.rw, site: f.siteAt(fr, instr)}
	how := lockgraph.Try
	if prim.kind == primSpin {
		how = lockgraph.Spin
	}
	o.how = how
	v, ok := instr.(*ssa.Call)
	if !ok { // deferred: nobody sees the result
		return one(s)
	}
	loop := f.tryLoop(fr, v, nil, isFalse, s)
	if loop.endless() {
		o.how, o.dropped = lockgraph.Poll, loop.released
	}
	kinds := func(h *heldLock) (lockgraph.Kind, bool) { return loop.kind(h, how) }
	yes := f.setResult(f.take(fr, instr, s, o, kinds), v, isTrue)
	failed := s.clone()
	failed.failed = o.site
	no := f.setResult(failed, v, isFalse)
	return append(one(yes), one(no)...)
}

// setResult makes s know that the first bool or error result of v has the
// outcome o.
func (f *flow) setResult(s *state, v *ssa.Call, o outcome) *state {
	tuple, ok := v.Type().(*types.Tuple)
	if !ok {
		return f.setResults(s, v, []outcome{o})
	}
	values := make([]outcome, tuple.Len())
	for i := range values {
		if t := tuple.At(i).Type(); isBool(t) || types.IsInterface(t) {
			values[i] = o
			break
		}
	}
	return f.setResults(s, v, values)
}

// once runs the function given to Once.Do with the once held: whoever calls Do
// meanwhile waits for it.
func (f *flow) once(fr *frame, instr ssa.CallInstruction, s *state, p *path) []*state {
	c := instr.Common()
	arg := c.Args[len(c.Args)-1]
	ref := f.resolve(fr, s, arg)
	if ref != nil && neverReturns(ref.fn) {
		return one(s) // asserts that the once is done
	}
	done := f.condID(condKey{kind: condDone, x: operand{path: p}})
	if ran, ok := s.lookup(done); ok && ran {
		return one(s)
	}
	o := &op{path: p, how: lockgraph.Wait, site: f.siteAt(fr, instr)}
	f.record(fr, s, o, nil)
	for _, h := range s.held {
		f.edge(fr, instr, s, h, o, nil, nil)
	}
	h := &heldLock{path: p, site: o.site, report: o.site}
	if ref != nil {
		in := &invocation{fr: fr, instr: instr, args: nil}
		states := f.callback(in, ref, []*state{s}, []*heldLock{h}, nil, nil)
		if p.certain() && f.changesHeld([]*state{s}, states) {
			for i := range states {
				states[i], _ = states[i].know(done, true)
			}
		}
		return states
	}
	if q := f.loc(fr, arg); q.kind == rootParam {
		t := s.clone()
		t.held = append(t.held, &heldLock{path: p, site: o.site, frame: fr})
		f.pending(fr, instr, t, &target{kind: targetParam, path: q})
	}
	return one(s)
}

func neverReturns(fn *ssa.Function) bool {
	return fn != nil && len(fn.Blocks) > 0 && !slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		_, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		return ok
	})
}

// condWait is Cond.Wait: it takes its lock again while all others stay held.
func (f *flow) condWait(fr *frame, instr ssa.CallInstruction, s *state, p *path) {
	l, mode := f.condLock(fr, p)
	if l == nil {
		return
	}
	o := &op{path: l, mode: mode, how: lockgraph.Wait, site: f.siteAt(fr, instr), dropped: []*path{l}, retake: true}
	f.record(fr, s, o, nil)
	for _, h := range s.held {
		if !h.is(l) {
			f.edge(fr, instr, s, h, o, nil, o.dropped)
		}
	}
}

// condLock returns the lock of the Cond at p: the argument of the NewCond that
// made it, or the field that the package pairs with the Cond's field.
func (f *flow) condLock(fr *frame, p *path) (*path, lockgraph.Mode) {
	var l *path
	if p.kind == rootValue {
		if call, ok := p.val.(*ssa.Call); ok && isNewCond(call) {
			l = f.loc(f.frameOf(fr, call.Parent()), call.Call.Args[0])
		}
	} else {
		q := p
		if q.kind == stepDeref {
			q = q.parent
		}
		if q.kind == rootGlobal {
			l = f.condLocks[q.name]
		} else if q.kind == stepField {
			if rel := f.condLocks[q.owner+"."+q.name]; rel != nil {
				l = f.paths.rebase(rel, func(*path) *path { return q.parent })
			}
		}
	}
	if l == nil {
		return nil, 0
	}
	if l.kind == stepRLocker {
		return l.parent, lockgraph.Shared
	}
	return l, lockgraph.Exclusive
}

func isNewCond(c *ssa.Call) bool {
	fn := c.Common().StaticCallee()
	return fn != nil && fn.Name() == "NewCond" && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "sync"
}
