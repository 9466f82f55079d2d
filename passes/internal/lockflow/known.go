package lockflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// evaluate returns what s knows of a boolean or error value.
func (f *flow) evaluate(fr *frame, s *state, v ssa.Value) outcome {
	v = s.resolve(v)
	if ctx := contextOfErr(v); ctx != nil && f.doneIn(fr, s, ctx) {
		return isFalse
	}
	if !isBool(v.Type()) {
		if c, ok := v.(*ssa.Const); ok && c.IsNil() {
			return isTrue
		}
		if f.nonNil(v) {
			return isFalse
		}
	}
	if !isBool(v.Type()) && !types.IsInterface(v.Type()) {
		return unknown
	}
	key, want, known := f.cond(fr, s, v)
	if known {
		return outcomeOf(want)
	}
	if value, ok := s.lookup(f.condID(key)); ok {
		return outcomeOf(value == want)
	}
	return unknown
}

// condID interns key.
func (f *flow) condID(key condKey) int32 {
	if id, ok := f.condIDs[key]; ok {
		return id
	}
	id := int32(len(f.conds))
	f.condIDs[key] = id
	f.conds = append(f.conds, key)
	return id
}

// expected is evaluate for those who rely on stale facts too.
func (f *flow) expected(fr *frame, s *state, v ssa.Value) outcome {
	if o := f.evaluate(fr, s, v); o != unknown || !isBool(v.Type()) {
		return o
	}
	key, want, _ := f.cond(fr, s, v)
	if i, ok := s.find(f.condID(key)); ok {
		return outcomeOf(s.facts[i].value == want)
	}
	return unknown
}

// setOutcome makes s know the outcome of a boolean or error value; nil if s
// knows better.
func (f *flow) setOutcome(s *state, v ssa.Value, o outcome) *state {
	if o == unknown || v == nil {
		return s
	}
	t, ok := s.know(f.condID(condKey{kind: condValue, x: operand{val: v}}), o == isTrue)
	if !ok {
		return nil
	}
	return t
}

// killStored forgets what s knows of locations at or below p.
func (f *flow) killStored(s *state, p *path) *state {
	under := func(o operand) bool { return o.path != nil && o.path.hasPrefix(p) }
	return s.forget(func(id int32) bool { return under(f.conds[id].x) || under(f.conds[id].y) })
}

// killMutable makes stale what s knows of fields that other code may change:
// after a call or an acquisition only fields that nobody assigns are certainly
// as they were.
func (f *flow) killMutable(s *state) *state {
	mutable := func(o operand) bool { return o.path != nil && f.mutable(o.path) }
	return s.outdate(func(id int32) bool { return mutable(f.conds[id].x) || mutable(f.conds[id].y) })
}

// mutable reports whether a location may change while the function runs.
func (e *engine) mutable(p *path) bool {
	if p.kind == rootAlloc {
		return false // cells are tracked by their stores
	}
	for ; p != nil; p = p.parent {
		switch p.kind {
		case rootGlobal:
			return e.assigned[p.name]
		case stepIndex:
			return true
		case stepField:
			if e.assigned[p.owner+"."+p.name] || p.owner == "" {
				return true
			}
		}
	}
	return false
}
