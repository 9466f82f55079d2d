package lockflow

import (
	"encoding/binary"
	"go/constant"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
)

// apply pushes s through a call of a function with a summary.
func (f *flow) apply(in *invocation, sum *summary, s *state) []*state {
	bind := f.bind(in)
	states := []*state{s}
	again := f.applied(in, s)
	for _, o := range sum.ops {
		if again && !o.callsBack() {
			continue
		}
		guards, ok := f.guards(in, s, o.guards)
		if !ok {
			continue
		}
		states = f.applyOp(in, bind, o, guards, states)
	}
	for _, e := range sum.edges {
		f.bindEdge(in, bind, e)
	}
	f.applyTries(in, sum, s)
	f.applyParams(in, sum, s)
	states = f.giveParams(in, sum, states)
	if !sum.netEffect() {
		if v, ok := in.instr.(*ssa.Call); ok && len(sum.exits) == 1 && in.via == nil {
			var out []*state
			for _, s := range states {
				out = append(out, one(f.setResults(s, v, sum.exits[0].results))...)
			}
			return out
		}
		return f.runUnknown(in, sum, states)
	}
	f.attemptedCall(in, bind, sum)
	var out []*state
	for _, s := range f.runUnknown(in, sum, states) {
		for _, x := range sum.exits {
			if !x.panics {
				out = append(out, one(f.applyExit(in, bind, sum, x, s))...)
			}
		}
	}
	return f.dedupe(out)
}

// An applyKey identifies a call made with some locks held: made again in
// another state with the same locks, it has the same effects.
type applyKey struct {
	fr    *frame
	instr ssa.Instruction
	fn    *ssa.Function
	held  string
}

// applied reports whether the effects of in with what s holds have been noted.
func (f *flow) applied(in *invocation, s *state) bool {
	b := make([]byte, 0, 32)
	num := func(i int) { b = binary.AppendVarint(b, int64(i)) }
	for _, h := range s.held {
		num(int(h.path.id))
		num(int(h.mode))
		num(f.siteID(h.site))
	}
	num(-1)
	for _, r := range s.released {
		num(int(r.path.id))
	}
	if s.doubt {
		num(-2)
	}
	for _, g := range f.stateGuards(s) {
		num(g.param)
		b = append(b, g.equal...)
		if g.value {
			num(-1)
		}
	}
	k := applyKey{in.fr, in.instr, in.ref.fn, string(b)}
	if f.done[k] {
		return true
	}
	f.done[k] = true
	return false
}

func (f *flow) applyOp(in *invocation, bind binding, o *op, guards []guard, states []*state) []*state {
	b := *o
	b.guards = guards
	if !o.fixed() {
		b.dropped = f.rebaseAll(o.dropped, bind)
		b.held = f.rebaseHeld(o.held, bind)
		if b.path != nil {
			b.path = f.paths.rebase(o.path, bind)
		}
	}
	b.calls = append(append([]site{f.siteAt(in.fr, in.instr)}, in.via...), o.calls...)
	b.prefix = 1 + len(in.via)
	if o.target == nil {
		for _, s := range states {
			f.applyAcquire(in, o, &b, s)
		}
		return states
	}
	t := *o.target
	if t.path != nil {
		t.path = f.paths.rebase(t.path, bind)
	}
	if t.recv != nil {
		t = *f.rebaseTarget(&t, func(p *path) *path { return f.paths.rebase(p, bind) })
	}
	b.target = &t
	switch {
	case o.target.path != nil && o.target.path.kind == rootParam:
		return f.applyTarget(in, o, &b, states)
	default:
		for _, s := range states {
			f.pass(in, &b, s)
		}
		return states
	}
}

// applyAcquire makes the edges of a callee's acquisition and passes it on to
// callers.
func (f *flow) applyAcquire(in *invocation, o, b *op, s *state) {
	kinds := func(*heldLock) (lockgraph.Kind, bool) { return b.how, b.retries }
	if v, ok := in.instr.(*ssa.Call); ok && b.cond != nil && (b.how == lockgraph.Try || b.how == lockgraph.Spin) {
		loop := f.tryLoop(in.fr, v, b.cond, b.cond.outcome.not(), s)
		kinds = func(h *heldLock) (lockgraph.Kind, bool) { return loop.kind(h, b.how) }
	}
	if b.rw && b.mode == lockgraph.Exclusive && b.how == lockgraph.Wait && !f.inits && f.class(o.path).weak && !f.unpublished(in.fr, in.instr, b.path) {
		f.writer(b.path, b.site, s.held) // the callee could not name it
	}
	up := *b
	up.cond = nil
	f.record(in.fr, s, &up, b.dropped)
	for _, h := range s.held {
		if f.isDropped(h, b.dropped) {
			continue
		}
		e := *b
		e.how, e.retries = kinds(h)
		f.edge(in.fr, in.instr, s, h, &e, b.calls, b.dropped)
	}
}

// applyTarget resolves a function or value that the callee was given.
func (f *flow) applyTarget(in *invocation, o, b *op, states []*state) []*state {
	arg := in.parameter(o.target.path)
	if arg == nil {
		return states
	}
	var out []*state
	for _, s := range states {
		var refs []*funcRef
		switch {
		case o.target.kind == targetParam:
			if ref := f.resolve(in.fr, s, arg); ref != nil {
				refs = append(refs, ref)
			}
		case o.target.kind == targetImplicit:
			refs = f.formatted(in.fr, arg, o.target.method, formatBefore(in, o.target.path.index))
		default:
			if ref := f.methodOf(in.fr, arg, o.target.method); ref != nil {
				refs = append(refs, ref)
			}
		}
		if len(refs) == 0 {
			f.passTarget(in, arg, b, s)
			out = append(out, s)
			continue
		}
		held := f.calleeHeld(b)
		cur := []*state{s}
		if slices.ContainsFunc(refs, func(ref *funcRef) bool { return primitiveOf(ref.obj).kind != primNone }) {
			cur[0] = s.doubtful() // a lock's own method: what the callee does with it is another matter
		}
		for _, ref := range refs {
			via := append(append([]site{}, b.calls[1:]...), b.site)
			cur = f.callback(in, ref, cur, held, b.dropped, via)
		}
		out = append(out, cur...)
	}
	return f.dedupe(out)
}

// calleeHeld returns what the callee holds while it calls back.
func (f *flow) calleeHeld(b *op) []*heldLock {
	var held []*heldLock
	for _, h := range b.held {
		held = append(held, &heldLock{path: h.path, mode: h.mode, site: h.site, report: h.report, calls: h.calls})
	}
	return held
}

// passTarget hands a call that cannot be resolved here on to the caller, or to
// the importing packages.
func (f *flow) passTarget(in *invocation, arg ssa.Value, b *op, s *state) {
	p := f.loc(in.fr, arg)
	switch {
	case p.kind == rootParam:
		b.target.path = p
	case b.target.kind == targetParam && p.kind == stepDeref:
		key := f.storeKey(p.parent)
		if key == "" {
			return
		}
		b.target = &target{kind: targetDynamic, key: key}
	case b.target.kind != targetDynamic:
		return
	default:
		t := *b.target
		t.path = nil
		b.target = &t
	}
	f.pass(in, b, s)
}

// pass records a pending call of a callee, with the edges that wait for it.
func (f *flow) pass(in *invocation, b *op, s *state) {
	f.record(in.fr, s, b, b.dropped)
	if b.target.kind != targetDynamic || b.target.key == "" {
		return
	}
	for _, h := range s.held {
		if !f.isDropped(h, b.dropped) {
			f.edge(in.fr, in.instr, s, h, b, b.calls, b.dropped)
		}
	}
}

// pending records a call that this function makes and cannot resolve.
func (f *flow) pending(fr *frame, instr ssa.CallInstruction, s *state, t *target) {
	if t.kind == targetDynamic && f.hopeless(t) {
		return
	}
	o := &op{target: t, site: f.siteAt(fr, instr)}
	f.record(fr, s, o, nil)
	if t.kind != targetDynamic || t.key == "" {
		return
	}
	for _, h := range s.held {
		f.edge(fr, instr, s, h, o, nil, nil)
	}
}

func (f *flow) applyExit(in *invocation, bind binding, sum *summary, x *exit, s *state) *state {
	if _, ok := f.guards(in, s, x.guards); !ok {
		return nil
	}
	s = f.assume(in, s, x.guards)
	if len(s.held) > 0 && f.keepsSome(sum, x, bind, s) {
		s = s.doubtful()
	}
	if v, ok := in.instr.(*ssa.Call); ok && in.via == nil {
		if s = f.setResults(s, v, x.results); s == nil {
			return nil
		}
	}
	for _, r := range x.released {
		s = f.release(in.fr, in.instr, s, relRef{f.paths.rebase(r.path, bind), r.mode, r.maybe})
	}
	s = s.clone()
	s.doubt = s.doubt || x.unsure || in.via != nil && sum.varies() // whoever calls back is told
	if at := f.siteAt(in.fr, in.instr); len(x.held) == 0 && f.seen.tried[at] != nil {
		s.lacks = at
	}
	for _, h := range x.held {
		p := f.paths.rebase(h.path, bind)
		if i := slices.IndexFunc(s.released, func(r relRef) bool { return r.path == p }); i >= 0 {
			s.released = slices.Delete(slices.Clone(s.released), i, i+1)
			continue
		}
		s = s.acquired(p)
		s.held = append(s.held, &heldLock{path: p, mode: h.mode, how: h.how, site: h.site,
			via: append([]site{f.siteAt(in.fr, in.instr)}, h.calls...), frame: in.fr})
	}
	return s
}

// keepsSome reports whether a lock that is held at a call is released by some
// ends of the callee and not by x: whether it comes to x is the callee's business.
func (f *flow) keepsSome(sum *summary, x *exit, bind binding, s *state) bool {
	for _, y := range sum.exits {
		for _, r := range y.released {
			if y == x || y.panics || slices.ContainsFunc(x.released, func(q relRef) bool { return q.path == r.path }) {
				continue
			}
			p := f.paths.rebase(r.path, bind)
			if f.findHeld(s, p, r.mode) >= 0 {
				return true
			}
		}
	}
	return false
}

// runUnknown runs the closures of which the callee's summary cannot say when
// they run.
func (f *flow) runUnknown(in *invocation, sum *summary, states []*state) []*state {
	for i, u := range sum.params {
		if !u.unknown || u.called {
			continue
		}
		if arg := in.argument(i); arg != nil {
			if ref := f.resolve(in.fr, states[0], arg); ref != nil {
				states = f.runArgument(in, ref, states)
			}
		}
	}
	return states
}

// giveParams forgets the locks that functions release which the callee keeps, or
// runs in a goroutine.
func (f *flow) giveParams(in *invocation, sum *summary, states []*state) []*state {
	for i, u := range sum.params {
		if !u.spawned && !u.stored {
			continue
		}
		if mc, ok := in.argument(i).(*ssa.MakeClosure); ok {
			for j, s := range states {
				states[j] = f.give(in.fr, mc, s)
			}
		}
	}
	return states
}

// applyParams notes the functions that the callee stores for later.
func (f *flow) applyParams(in *invocation, sum *summary, s *state) {
	for i, u := range sum.params {
		if u.field == "" {
			continue
		}
		if arg := in.argument(i); arg != nil {
			if ref := f.resolve(in.fr, s, arg); ref != nil {
				f.stored(u.field, ref, f.fieldOwner(u.field, in), f.root.fn)
			}
		}
	}
}

func (f *flow) rebaseAll(ps []*path, bind binding) []*path {
	var out []*path
	for _, p := range ps {
		out = append(out, f.paths.rebase(p, bind))
	}
	return out
}

func (f *flow) rebaseHeld(hs []heldRef, bind binding) []heldRef {
	var out []heldRef
	for _, h := range hs {
		h.path = f.paths.rebase(h.path, bind)
		out = append(out, h)
	}
	return out
}

var (
	trueValue  = constant.MakeBool(true)
	falseValue = constant.MakeBool(false)
)
