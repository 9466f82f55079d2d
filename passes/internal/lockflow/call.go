package lockflow

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// call pushes s through a call, a deferred call at the time it runs included.
func (f *flow) call(fr *frame, instr ssa.CallInstruction, s *state) []*state {
	c := instr.Common()
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return one(s)
	}
	if len(s.facts) > 0 {
		s = f.killMutable(s)
	}
	if prim := f.primitiveCall(c); prim.kind != primNone {
		if recv := f.receiver(c); recv != nil && !c.IsInvoke() {
			f.waitCall(fr, instr, s, declared(callee(c)), f.loc(fr, recv))
		}
		if prim.declared {
			return f.declaredCall(fr, instr, s, prim)
		}
		return f.primitive(fr, instr, s, prim, f.receiver(c), f.declaredLock(fr, c, prim))
	}
	if prim, p := f.flagPrimitive(fr, c); prim.kind != primNone {
		return f.primitive(fr, instr, s, prim, nil, p)
	}
	f.noteUnder(fr, instr, s)
	if c.IsInvoke() {
		return f.invoke(fr, instr, s)
	}
	ref := f.resolve(fr, s, c.Value)
	if ref == nil {
		return f.dynamicCall(fr, instr, s)
	}
	return f.enter(&invocation{ref: ref, fr: fr, instr: instr, recv: ref.recv, rval: ref.rval, args: c.Args}, s)
}

// declaredLock returns the lock that a method declared to be a spinning
// trylock tries, if its body says so: a type that wraps a lock has the class
// of that lock in its other methods too.
func (f *flow) declaredLock(fr *frame, c *ssa.CallCommon, prim primitive) *path {
	if prim.kind != primSpin || prim.adaptive || c.IsInvoke() {
		return nil
	}
	sum := f.summaryOf(c)
	if sum == nil {
		return nil
	}
	for _, o := range sum.ops {
		if o.target == nil && o.path.root().kind == rootParam {
			return f.paths.rebase(o.path, f.bindArgs(fr, c))
		}
	}
	return nil
}

// knownPrimitive returns what a call does to a lock by itself: the method of a
// lock, or of a home-made one whose body does not explain itself.
func (f *flow) knownPrimitive(c *ssa.CallCommon) primitive {
	if prim := f.primitiveCall(c); prim.kind != primNone {
		return prim
	}
	fn := callee(c)
	if fn == nil || fn.Parent() != nil {
		return primitive{}
	}
	ref := f.refOf(fn)
	if ref.obj == nil || f.summaryFor(ref).netEffect() || emptyBody(ref.fn) {
		return primitive{}
	}
	return lockLike(ref.obj)
}

// enter pushes s through a call of a known function.
func (f *flow) enter(in *invocation, s *state) []*state {
	ref := in.ref
	prim := primitiveOf(ref.obj)
	if ref.obj == nil && ref.key != "" {
		prim = primitiveByKey(ref.key)
	}
	if in.via != nil && (prim.kind == primTry || prim.kind == primSpin) {
		return one(s.doubtful()) // whoever calls back has the result
	}
	if prim.declared {
		return f.primitive(in.fr, in.instr, s, prim, nil, f.declaredOperand(in.fr, ref.obj, in.recv, in.args))
	}
	if prim.kind != primNone {
		return f.primitive(in.fr, in.instr, s, prim, in.argument(0), in.recv)
	}
	if ref.fn != nil && ref.fn.Parent() != nil && ref.bind == nil && ref.env != nil && ref.fn.Blocks != nil {
		if in.fr.depth < maxInline && !in.fr.active(ref.fn) {
			return f.inline(in, s)
		}
		f.recur(in, s)
		if f.sums[ref.fn].netEffect() {
			s = s.doubtful() // what it locks or unlocks is lost sight of
		}
		return one(s)
	}
	if imp := f.implicitCall(in); imp != nil {
		return f.implicit(in, imp, s)
	}
	f.noteCall(in, s)
	f.enters(in, s, false, nil)
	sum := f.summaryFor(ref)
	if ref.obj != nil && !sum.netEffect() {
		if prim := lockLike(ref.obj); prim.kind != primNone && !emptyBody(ref.fn) {
			return f.primitive(in.fr, in.instr, s, prim, in.argument(0), in.recv)
		}
	}
	if sum == nil {
		return f.unknownCall(in, s)
	}
	return f.apply(in, sum, s)
}

// recur notes what a closure that runs already acquires when it calls itself.
func (f *flow) recur(in *invocation, s *state) {
	sum := f.sums[in.ref.fn]
	if sum == nil {
		return
	}
	base := closureBase(in.ref.fn)
	for _, o := range sum.ops {
		p := cmp.Or(o.local, o.path)
		if o.target != nil || o.doubt || !outside(p.root(), in.ref.fn, base) {
			continue // another one in each call
		}
		b := *o
		b.path, b.calls = p, append([]site{f.siteAt(in.fr, in.instr)}, o.calls...)
		b.prefix = 1
		for _, h := range s.held {
			if !f.isDropped(h, b.dropped) {
				f.edge(in.fr, in.instr, s, h, &b, b.calls, b.dropped)
			}
		}
	}
}

// outside reports whether the root of a path of the closure fn lies in the
// function around it, or in the package.
func outside(r *path, fn *ssa.Function, base int) bool {
	switch r.kind {
	case rootGlobal:
		return true
	case rootParam:
		return r.index < base
	case rootAlloc:
		return r.val.Parent() != fn
	}
	return false
}

// emptyBody reports whether fn does nothing, as a no-op lock's methods.
func emptyBody(fn *ssa.Function) bool {
	return fn != nil && len(fn.Blocks) == 1 && len(fn.Blocks[0].Instrs) == 1
}

// inline reads a closure in place.
func (f *flow) inline(in *invocation, s *state) []*state {
	key := frameKey{in.fr, in.instr, in.ref.fn, in.ref.env}
	fr := f.frames[key]
	if fr == nil {
		fr = &frame{fn: in.ref.fn, caller: in.fr, env: in.ref.env, call: in.instr, args: in.args,
			site: f.siteAt(in.fr, in.instr), via: in.via, depth: in.fr.depth + 1, paths: make(map[ssa.Value]*path)}
		f.frames[key] = fr
		f.inPlace[fr.fn] = true
	}
	s = s.mapHeld(func(h *heldLock) *heldLock {
		if h.frame == pendingFrame {
			n := *h
			n.frame = fr
			return &n
		}
		return h
	})
	v, _ := in.instr.(*ssa.Call)
	var out []*state
	for _, x := range f.run(fr, s) {
		if x.ret == nil {
			continue
		}
		if t := f.returnTo(fr, x, v, in.via != nil); t != nil {
			out = append(out, t)
		}
	}
	if in.via != nil && !yieldBody(fr.fn) && tells(fr.fn) && slices.ContainsFunc(out, func(t *state) bool { return f.changesHeld(out[:1], one(t)) }) {
		out = doubtAll(out) // whoever calls back is told which it is
	}
	return f.dedupe(out)
}

// tells reports whether a result of fn can say whether it has done its work.
func tells(fn *ssa.Function) bool {
	for v := range fn.Signature.Results().Variables() {
		if isBool(v.Type()) || types.Identical(v.Type(), errorType) {
			return true
		}
	}
	return false
}

// pendingFrame marks a lock held by a callee that is about to call back: the
// closure's own frame takes its place.
var pendingFrame = new(frame)

// returnTo leaves fr: what it deferred to itself is gone, what it held is held
// by its caller, and its results are known to the call v.
func (f *flow) returnTo(fr *frame, x result, v *ssa.Call, callback bool) *state {
	s := x.state.mapHeld(func(h *heldLock) *heldLock {
		if h.frame == fr && h.callback == nil {
			n := *h
			n.frame = fr.caller
			n.via = append([]site{fr.site}, h.via...)
			return &n
		}
		return h
	})
	local := func(id int32) bool {
		v := f.conds[id].x.val
		if v == nil || v.Parent() != fr.fn {
			return false
		}
		_, isParam := v.(*ssa.Parameter)
		return !isParam || fr.fn.Parent() != nil
	}
	s = s.forget(local)
	for _, c := range s.cells {
		if c.load != nil && c.load.Parent() == fr.fn {
			s = s.setCell(nil, c.load, nil)
		} else if in, ok := c.val.(ssa.Instruction); ok && in.Parent() == fr.fn {
			s = s.setCell(c.path, c.load, nil)
		}
	}
	if v == nil || callback {
		return s
	}
	return f.setResults(s, v, x.values)
}

// setResults makes s know the outcomes of a call's results; nil if it knows
// better.
func (f *flow) setResults(s *state, v *ssa.Call, values []outcome) *state {
	if len(values) == 1 {
		return f.setOutcome(s, v, values[0])
	}
	for _, ref := range *v.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok && x.Index < len(values) {
			id := f.condID(condKey{kind: condValue, x: operand{val: x}})
			s = s.forget(func(k int32) bool { return k == id })
			if s = f.setOutcome(s, x, values[x.Index]); s == nil {
				return nil
			}
		}
	}
	return s
}

// primitive pushes s through a call that the engine knows by name.
func (f *flow) primitive(fr *frame, instr ssa.CallInstruction, s *state, prim primitive, recv ssa.Value, at *path) []*state {
	if prim.kind == primNothing && len(s.held) > 0 {
		return one(f.keeps(fr, instr.Common(), s))
	}
	if prim.kind == primNested {
		return f.lockNested(fr, instr, s)
	}
	if at == nil && recv != nil {
		at = f.loc(fr, recv)
	}
	if at == nil {
		return one(s)
	}
	if at.kind == stepRLocker {
		at, prim.mode = at.parent, lockgraph.Shared
		prim.rw = true
	}
	if prim.slots {
		at = f.paths.slots(at)
	}
	switch prim.kind {
	case primLock:
		return one(f.acquire(fr, instr, s, at, prim, lockgraph.Wait))
	case primTry, primSpin:
		if prim.waits {
			return f.waitOrFail(fr, instr, s, at, prim)
		}
		return f.try(fr, instr, s, at, prim)
	case primUnlock:
		return one(f.release(fr, instr, s, relRef{path: at, mode: prim.mode}))
	case primOnce:
		return f.once(fr, instr, s, at)
	case primWait:
		f.condWait(fr, instr, s, at)
	}
	return one(s)
}

// invoke pushes s through an interface method call: of the concrete type if
// that is in sight, else of whatever type turns up in time. A function passed
// to it is as likely to be kept as to be called, and is read by itself.
func (f *flow) invoke(fr *frame, instr ssa.CallInstruction, s *state) []*state {
	c := instr.Common()
	if v, t := concrete(c.Value); t != nil {
		if fn := f.method(t, c.Method); fn != nil {
			ref := f.refOf(fn)
			return f.enter(&invocation{ref: ref, fr: fr, instr: instr, recv: f.loc(fr, v), rval: v, args: c.Args}, s)
		}
	}
	tg := &target{kind: targetDynamic, key: f.interfaceKey(c.Value.Type(), c.Method), method: c.Method.Name(), iface: lockclass.TypeKey(c.Value.Type()),
		recv: f.loc(fr, c.Value), args: f.locs(fr, c.Args)}
	if p := f.loc(fr, c.Value); p.kind == rootParam {
		tg.path = p
	}
	if tg.key != "" || tg.path != nil {
		f.pending(fr, instr, s, tg)
	}
	s = f.giveArgs(fr, c.Args, f.unseenRelease(s, tg))
	switch prim, unsure := f.lockMethod(c, tg); {
	case unsure:
		return one(s.doubtful())
	case prim.kind != primNone:
		return f.primitive(fr, instr, s, prim, c.Value, nil)
	}
	return one(s)
}

// concrete returns the value behind an interface value and its type, if one is
// in sight.
func concrete(v ssa.Value) (ssa.Value, types.Type) {
	for range 8 {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			return x.X, x.X.Type()
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.TypeAssert:
			if x.CommaOk || types.IsInterface(x.AssertedType) {
				return nil, nil
			}
			return x.X, x.AssertedType
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// method returns the function that implements m for the concrete type t.
func (e *engine) method(t types.Type, m *types.Func) *ssa.Function {
	if types.IsInterface(t) {
		return nil
	}
	sel := e.prog.MethodSets.MethodSet(t).Lookup(m.Pkg(), m.Name())
	if sel == nil {
		return nil
	}
	obj, ok := sel.Obj().(*types.Func)
	if !ok || len(sel.Index()) > 1 {
		return nil // promoted through embedding: the receiver is another path
	}
	return e.prog.FuncValue(obj.Origin())
}

// dynamicCall is a call of a function value that is not known here.
func (f *flow) dynamicCall(fr *frame, instr ssa.CallInstruction, s *state) []*state {
	v := instr.Common().Value
	p := f.loc(fr, v)
	switch {
	case p.kind == rootParam:
		f.pending(fr, instr, s, &target{kind: targetParam, path: p})
	case p.kind == stepDeref:
		if key := f.storeKey(p.parent); key != "" {
			tg := &target{kind: targetDynamic, key: key, recv: holderOf(p), args: f.locs(fr, instr.Common().Args)}
			f.pending(fr, instr, s, tg)
			s = f.unseenRelease(s, tg)
		}
	}
	return f.passedClosures(fr, instr, s)
}

func (f *flow) locs(fr *frame, vs []ssa.Value) []*path {
	var out []*path
	for _, v := range vs {
		out = append(out, f.loc(fr, v))
	}
	return out
}
