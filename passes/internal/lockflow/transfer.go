package lockflow

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// transfer pushes s through one instruction that is not a jump.
func (f *flow) transfer(fr *frame, instr ssa.Instruction, s *state) []*state {
	if v, ok := instr.(ssa.Value); ok && len(s.held)+len(s.freed) > 0 {
		switch instr.(type) {
		case *ssa.Call, *ssa.Alloc, *ssa.Next, *ssa.Extract, *ssa.Lookup, *ssa.BinOp, *ssa.UnOp:
			// Computed anew, as in the next iteration of a loop.
			s = f.renew(s, func(p *path) bool { return p.mentions(v) }, nil, nil)
		}
	}
	f.guarded(fr, instr, s)
	f.waitsHere(fr, instr, s)
	switch instr := instr.(type) {
	case *ssa.Store:
		return one(f.store(fr, instr, s))
	case *ssa.UnOp:
		switch instr.Op {
		case token.MUL:
			return one(f.loadCell(fr, instr, s))
		case token.ARROW:
			return one(f.sendOrReceive(fr, instr, s, instr.X, false))
		}
	case *ssa.Send:
		return one(f.sendOrReceive(fr, instr, s, instr.Chan, true))
	case *ssa.Select:
		return f.selects(fr, instr, s)
	case *ssa.Defer:
		return one(f.push(fr, instr, s))
	case *ssa.RunDefers:
		return f.runDefers(fr, s, instr)
	case *ssa.Go:
		return one(f.handOff(fr, instr, s))
	case *ssa.Call:
		id := f.condID(condKey{kind: condValue, x: operand{val: instr}})
		s = s.forget(func(k int32) bool { return k == id })
		return f.call(fr, instr, s)
	case *ssa.MakeClosure:
		return one(f.giveAway(fr, instr, s))
	case *ssa.MapUpdate:
		if len(s.held)+len(s.freed) > 0 {
			replaced := f.paths.at(f.loc(fr, instr.Map), instr.Key)
			s = f.renew(s, func(p *path) bool { return p.hasPrefix(replaced) }, nil, nil)
		}
	case *ssa.Alloc:
		elem := instr.Type().Underlying().(*types.Pointer).Elem()
		if instr.Heap && isBool(elem) {
			return one(s.setCell(f.loc(fr, instr), nil, ssa.NewConst(falseValue, elem)))
		}
		if strings.HasPrefix(instr.Comment, "jump$") { // of a range over a function
			return one(s.setCell(f.loc(fr, instr), nil, ssa.NewConst(constant.MakeInt64(0), instr.Type().Underlying().(*types.Pointer).Elem())))
		}
	}
	return one(s)
}

func one(s *state) []*state {
	if s == nil {
		return nil
	}
	return []*state{s}
}

// store updates what s knows of the variable or field that is assigned.
func (f *flow) store(fr *frame, st *ssa.Store, s *state) *state {
	p := f.loc(fr, st.Addr)
	if len(s.facts) > 0 {
		s = f.killStored(s, p)
	}
	if stored, _ := f.storedOnce(fr, p); stored != nil {
		return s
	}
	if len(s.held)+len(s.freed) > 0 && isReference(st.Val.Type()) {
		target := f.paths.deref(p)
		s = s.age(f.paths, func(q *path) bool { return q.hasPrefix(target) })
		if src := f.loc(fr, st.Val); !src.hasPrefix(target) {
			s = s.alias(f.paths, src, target)
		}
	}
	if p.kind != rootAlloc {
		return s
	}
	return s.setCell(p, nil, f.cellValue(fr, s, st.Val))
}

// cellValue returns what is worth remembering of a value stored in a variable.
func (f *flow) cellValue(fr *frame, s *state, v ssa.Value) ssa.Value {
	v = s.resolve(v)
	if c, ok := v.(*ssa.Const); ok {
		return c
	}
	switch f.evaluate(fr, s, v) {
	case isTrue:
		if isBool(v.Type()) {
			return ssa.NewConst(trueValue, v.Type())
		}
		return ssa.NewConst(nil, v.Type())
	case isFalse:
		if isBool(v.Type()) {
			return ssa.NewConst(falseValue, v.Type())
		}
		return v
	}
	if isBool(v.Type()) || types.Identical(v.Type(), errorType) {
		return v
	}
	if _, ok := v.Type().Underlying().(*types.Signature); ok {
		return v
	}
	return nil
}

var errorType = types.Universe.Lookup("error").Type()

// loadCell forwards what was stored to the load.
func (f *flow) loadCell(fr *frame, load *ssa.UnOp, s *state) *state {
	s = s.setCell(nil, load, nil)
	p := f.loc(fr, load.X)
	if p.kind != rootAlloc {
		return s
	}
	if v := s.cell(p); v != nil {
		return s.setCell(nil, load, v)
	}
	return s
}

// handOff gives the locks that a goroutine releases to the goroutine: from the
// go statement on they are not this function's. What the goroutine itself
// acquires, it acquires with nothing held; its function is read by itself.
func (f *flow) handOff(fr *frame, instr *ssa.Go, s *state) *state {
	for _, a := range instr.Call.Args {
		if mc, ok := a.(*ssa.MakeClosure); ok && len(s.held) > 0 {
			s = f.give(fr, mc, s)
		}
	}
	if instr.Call.IsInvoke() {
		return s
	}
	ref := f.resolve(fr, s, instr.Call.Value)
	if ref == nil {
		return s
	}
	bind := f.bind(&invocation{ref: ref, fr: fr, instr: instr, recv: ref.recv, rval: ref.rval, args: instr.Call.Args})
	if ref.fn != nil && ref.fn.Parent() != nil {
		bind = func(r *path) *path { return r } // a closure's paths are its parent's
	}
	if o := f.observed[ref.fn]; o != nil {
		for _, x := range o.ends {
			for _, p := range x.held {
				if g := (fetched{ref.fn, p, f.paths.rebase(p, bind)}); !slices.Contains(f.seen.fetched, g) {
					f.seen.fetched = append(f.seen.fetched, g)
				}
			}
		}
	}
	sum := f.summaryFor(ref)
	if sum == nil || len(s.held) == 0 {
		return s
	}
	for _, x := range sum.exits {
		for _, r := range x.released {
			p := f.paths.rebase(r.path, bind)
			if i := slices.IndexFunc(s.held, func(h *heldLock) bool { return h.is(p) }); i >= 0 {
				f.seen.releasedAt(s.held[i], instr.Pos())
				if !s.doubt && ref.fn != nil {
					f.handed[ref.fn] = append(f.handed[ref.fn], handedLock{r.path, s.held[i]})
				}
				s = s.clone()
				s.held = slices.Delete(slices.Clone(s.held), i, i+1)
			}
		}
	}
	return s
}

// push adds a deferred call to its stack. A defer in a loop is entered once:
// that it may run several times does not change what is held.
func (f *flow) push(fr *frame, instr *ssa.Defer, s *state) *state {
	s = f.expectRelease(fr, instr.Common(), s)
	d := deferred{instr, fr, fr.deferOwner()}
	for _, e := range s.defers {
		if e == d {
			return s
		}
	}
	t := s.clone()
	t.defers = append(t.defers, d)
	return t
}

// expectRelease notes that a deferred call will release the lock that it names
// now, whatever the name stands for by then.
func (f *flow) expectRelease(fr *frame, c *ssa.CallCommon, s *state) *state {
	if len(s.held) == 0 {
		return s
	}
	var released []*path
	if f.primitiveCall(c).kind == primUnlock {
		released = append(released, f.lockPath(fr, f.receiver(c)))
	} else if mc, ok := c.Value.(*ssa.MakeClosure); ok && f.sums[mc.Fn.(*ssa.Function)] != nil {
		exits := f.sums[mc.Fn.(*ssa.Function)].exits
		for _, r := range always(exits) {
			released = append(released, r.path)
		}
	}
	return s.mapHeld(func(h *heldLock) *heldLock {
		if h.pending || !slices.ContainsFunc(released, h.is) {
			return h
		}
		n := *h
		n.pending = true
		return &n
	})
}

// always returns what all exits of a function release.
func always(exits []*exit) []relRef {
	if len(exits) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(exits[0].released), func(r relRef) bool {
		return r.maybe || slices.ContainsFunc(exits, func(x *exit) bool { return !x.panics && !slices.Contains(x.released, r) })
	})
}

// runDefers runs what was deferred to fr's return, last first.
func (f *flow) runDefers(fr *frame, s *state, at ssa.Instruction) []*state {
	if yieldBody(fr.fn) {
		return one(s)
	}
	states := []*state{s}
	for {
		var out []*state
		again := false
		for _, s := range states {
			i := len(s.defers) - 1
			for i >= 0 && s.defers[i].owner != fr {
				i--
			}
			if i < 0 {
				out = append(out, s)
				continue
			}
			again = true
			d := s.defers[i]
			t := s.clone()
			t.defers = append(append([]deferred(nil), s.defers[:i]...), s.defers[i+1:]...)
			out = append(out, f.call(d.fr, d.instr, t)...)
		}
		states = f.dedupe(out)
		if !again {
			return states
		}
	}
}
