package lockflow

import "golang.org/x/tools/go/ssa"

// callsBack reports whether o runs something of the caller's, which may change
// the caller's state.
func (o *op) callsBack() bool {
	return o.target != nil && o.target.path != nil && o.target.path.kind == rootParam
}

// fixed reports whether o means the same to every caller.
func (o *op) fixed() bool {
	if o.path == nil || len(o.dropped)+len(o.held)+len(o.guards) > 0 {
		return false
	}
	k := o.path.root().kind
	return k == rootGlobal || k == rootOld
}

// guards checks what an effect needs of the arguments: ok is false if it does
// not happen in this call. Arguments that are the caller's own parameters make
// guards of the caller.
func (f *flow) guards(in *invocation, s *state, gs []guard) (rest []guard, ok bool) {
	for _, g := range gs {
		v := in.argument(g.param)
		if v == nil {
			continue
		}
		key, want := f.guardKey(in.fr, s, v, g)
		switch f.guardOutcome(in.fr, s, v, g) {
		case outcomeOf(!g.value):
			return nil, false
		case outcomeOf(g.value):
			continue
		}
		if p, isParam := key.x.val.(*ssa.Parameter); isParam && in.fr == f.root && f.root.fn.Parent() == nil && p.Parent() == f.root.fn {
			rest = append(rest, guard{paramIndex(p.Parent(), p), g.value == want, g.equal})
		}
	}
	return rest, true
}

// guardKey is the condition that a guard puts on an argument; it holds if the
// condition has the value want.
func (f *flow) guardKey(fr *frame, s *state, v ssa.Value, g guard) (key condKey, want bool) {
	if g.equal != "" {
		return condKey{kind: condConst, x: f.operand(fr, s, v), c: g.equal}, true
	}
	key, want, _ = f.cond(fr, s, v)
	return key, want
}

// guardOutcome returns whether the proposition of a guard holds of an argument.
func (f *flow) guardOutcome(fr *frame, s *state, v ssa.Value, g guard) outcome {
	if g.equal == "" {
		return f.expected(fr, s, v)
	}
	if c, ok := s.resolve(v).(*ssa.Const); ok && c.Value != nil {
		return outcomeOf(c.Value.ExactString() == g.equal)
	}
	key, _ := f.guardKey(fr, s, v, g)
	if i, ok := s.find(f.condID(key)); ok {
		return outcomeOf(s.facts[i].value)
	}
	return unknown
}

// assume makes s know what an exit says about the arguments of the call.
func (f *flow) assume(in *invocation, s *state, gs []guard) *state {
	for _, g := range gs {
		v := in.argument(g.param)
		if v == nil || f.guardOutcome(in.fr, s, v, g) != unknown {
			continue
		}
		key, want := f.guardKey(in.fr, s, v, g)
		if key.x == (operand{}) {
			continue
		}
		if t, ok := s.know(f.condID(key), g.value == want); ok {
			s = t
		}
	}
	return s
}
