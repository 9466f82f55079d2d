package lockflow

import (
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// acquire takes the lock at p: it makes an edge from each lock held, notes the
// acquisition for callers, and enters the lock in the held set. A lock of the
// caller's that this function released before goes back to the caller.
func (f *flow) acquire(fr *frame, instr ssa.CallInstruction, s *state, p *path, prim primitive, how lockgraph.Kind) *state {
	o := &op{path: p, mode: prim.mode, how: how, adaptive: prim.adaptive, rw: prim.rw, nested: prim.nested, site: f.siteAt(fr, instr)}
	return f.take(fr, instr, s, o, nil)
}

// lockNested locks what an interface value holds, in an order with locks of its
// class that the call declares.
func (f *flow) lockNested(fr *frame, instr ssa.CallInstruction, s *state) []*state {
	args := instr.Common().Args
	if len(args) != 2 || !types.IsInterface(args[0].Type()) { // as the value of a function
		return one(s.doubtful())
	}
	prim := primitive{kind: primLock, nested: true}
	if c, ok := args[1].(*ssa.Const); ok && c.Value != nil {
		prim.nested = constant.Sign(c.Value) > 0
	}
	v, t := concrete(args[0])
	if t == nil {
		return f.primitive(fr, instr, s, prim, args[0], nil)
	}
	p := f.loc(fr, v)
	if known, ok := primitives[lockclass.TypeKey(t)]["Lock"]; ok {
		prim.rw, prim.adaptive = known.rw, known.adaptive
		return f.primitive(fr, instr, s, prim, nil, p)
	}
	obj, index, _ := types.LookupFieldOrMethod(t, true, f.pkg, "Lock")
	lock, ok := obj.(*types.Func)
	if !ok {
		return one(s.doubtful())
	}
	for _, i := range index[:len(index)-1] {
		name, owner, embedded, typ := fieldOf(t, i)
		p = f.paths.field(p, name, owner, embedded)
		t = typ
		if _, ok := t.Underlying().(*types.Pointer); ok {
			p = f.paths.deref(p)
		}
	}
	if known := primitiveOf(lock); known.kind == primLock {
		prim.rw, prim.adaptive = known.rw, known.adaptive
		return f.primitive(fr, instr, s, prim, nil, p)
	}
	fn := f.prog.FuncValue(lock.Origin())
	if fn == nil {
		return f.primitive(fr, instr, s, prim, nil, p)
	}
	return f.enter(&invocation{ref: f.refOf(fn), fr: fr, instr: instr, recv: p, rval: v}, s)
}

// take is acquire for an op with its attributes set; kinds gives the kind of
// the edge from a held lock where that differs.
func (f *flow) take(fr *frame, instr ssa.Instruction, s *state, o *op, kinds func(*heldLock) (lockgraph.Kind, bool)) *state {
	back := slices.IndexFunc(s.released, func(r relRef) bool { return r.path == o.path })
	o.retake = back >= 0
	if o.how == lockgraph.Wait && !o.retake {
		f.takes(fr, instr, o.path, o.mode)
	}
	if o.path.kind != stepSlots {
		f.record(fr, s, o, nil)
	}
	for _, h := range s.held {
		if kinds != nil {
			o := *o
			o.how, o.retries = kinds(h)
			f.edge(fr, instr, s, h, &o, nil, nil)
			continue
		}
		f.edge(fr, instr, s, h, o, nil, nil)
	}
	if o.rw && o.mode == lockgraph.Exclusive && o.how == lockgraph.Wait && !f.inits && !f.unpublished(fr, instr, o.path) {
		f.writer(o.path, o.site, s.held)
	}
	if o.how == lockgraph.Wait && s.has(o.path, o.mode) {
		return s.doubtful() // goes no further, or the two are not one
	}
	s = f.killMutable(s).clone()
	if o.mode == lockgraph.Shared && slices.ContainsFunc(s.held, func(h *heldLock) bool { return h.is(o.path) }) {
		s.doubt = true // who reads several times releases several times
	}
	if back < 0 && len(s.held) >= maxHeld {
		f.widened = true
		return s.doubtful() // the lock is held, and not known to be
	}
	s = s.acquired(o.path)
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

// try forks s: the trylock succeeds and the lock is held, or fails.
func (f *flow) try(fr *frame, instr ssa.CallInstruction, s *state, p *path, prim primitive) []*state {
	o := &op{path: p, mode: prim.mode, how: lockgraph.Try, adaptive: prim.adaptive, rw: prim.rw, site: f.siteAt(fr, instr)}
	how := lockgraph.Try
	if prim.kind == primSpin {
		how = lockgraph.Spin
	}
	o.how, o.probe = how, f.onlyProbes(fr.fn)
	f.noteTry(instr.Common(), o, prim, how, s.held)
	v, ok := instr.(*ssa.Call)
	if !ok { // deferred: nobody sees the result
		f.attempted(o.site, p, nil)
		return one(s)
	}
	if asserts(v) {
		return one(f.setResult(s, v, isFalse))
	}
	loop := f.tryLoop(fr, v, nil, isFalse, s)
	if k := f.homeKindOf(p); k != homeFlag && !endlessArg(v) {
		f.attempted(o.site, p, v)
		if k == 0 {
			f.polls(o.site, p, loop, s)
		}
	}
	if loop.endless() {
		o.how, o.dropped = lockgraph.Poll, loop.released
	}
	kinds := func(h *heldLock) (lockgraph.Kind, bool) { return loop.kind(h, how) }
	got := f.take(fr, instr, s, o, kinds)
	failed := s.clone()
	if s.has(p, prim.mode) {
		got, failed.doubt = got.doubtful(), true
	}
	if expects(v) {
		failed.doubt = true
	}
	yes := f.setResult(got, v, isTrue)
	failed.failed = o.site
	if f.seen.tried[o.site] != nil {
		failed.lacks = o.site
	}
	no := f.setResult(failed, v, isFalse)
	return append(one(yes), one(no)...)
}

// setResult makes s know that the first bool or error result of v has the
// outcome o. Whoever says that it has succeeded returns no error beside.
func (f *flow) setResult(s *state, v *ssa.Call, o outcome) *state {
	tuple, ok := v.Type().(*types.Tuple)
	if !ok {
		return f.setResults(s, v, []outcome{o})
	}
	values := make([]outcome, tuple.Len())
	if i := firstOutcome(tuple); i >= 0 {
		values[i] = o
		for j := i + 1; o == isTrue && j < len(values); j++ {
			if types.Identical(tuple.At(j).Type(), errorType) {
				values[j] = o
			}
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
	o := &op{path: p, how: lockgraph.Wait, once: true, site: f.siteAt(fr, instr)}
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
func (e *engine) condLock(fr *frame, p *path) (*path, lockgraph.Mode) {
	var l *path
	if p.kind == rootValue {
		if call, ok := p.val.(*ssa.Call); ok && isNewCond(call) {
			l = e.loc(e.frameOf(fr, call.Parent()), call.Call.Args[0])
		}
	} else {
		q := p
		if q.kind == stepDeref {
			q = q.parent
		}
		if q.kind == rootGlobal {
			l = e.condLocks[q.name]
		} else if q.kind == stepField {
			if rel := e.condLocks[q.owner+"."+q.name]; rel != nil {
				l = e.paths.rebase(rel, func(*path) *path { return q.parent })
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
