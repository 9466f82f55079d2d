package lockflow

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A condKey identifies a proposition that holds or does not hold on a path:
// that a boolean is true, that a value is nil, that two operands compare in
// some way. Two conditions of one key decide the same way on one path.
type condKey struct {
	kind condKind
	op   token.Token
	x, y operand
	c    string // constant operand
}

type condKind uint8

const (
	condValue   condKind = iota // x is true, or as an error nil
	condConst                   // x == c
	condCompare                 // x op y
	condDone                    // the Once x has run
)

// An operand is a value, or the location that it was loaded from.
type operand struct {
	val  ssa.Value
	path *path
}

// cond reduces a branch condition to a key: the condition holds iff the key's
// proposition has the value want. If the condition is decided by s itself,
// known is set and want is its value.
func (f *flow) cond(fr *frame, s *state, v ssa.Value) (key condKey, want, known bool) {
	want = true
	for {
		v = s.resolve(v)
		switch x := v.(type) {
		case *ssa.Const:
			if x.Value != nil && x.Value.Kind() == constant.Bool {
				return key, constant.BoolVal(x.Value) == want, true
			}
		case *ssa.UnOp:
			if x.Op == token.NOT {
				v, want = x.X, !want
				continue
			}
		case *ssa.BinOp:
			if next, flip := boolCompare(x); next != nil {
				v, want = next, want != flip
				continue
			}
			key, eq, known, value := f.compare(fr, s, x)
			if known {
				return key, value == want, true
			}
			return key, want == eq, false
		}
		return condKey{kind: condValue, x: f.operand(fr, s, v)}, want, false
	}
}

// boolCompare recognises b == true and the like; flip says that the comparison
// is the negation of the operand.
func boolCompare(b *ssa.BinOp) (x ssa.Value, flip bool) {
	if b.Op != token.EQL && b.Op != token.NEQ {
		return nil, false
	}
	x, y := b.X, b.Y
	if _, ok := x.(*ssa.Const); ok {
		x, y = y, x
	}
	c, ok := y.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Bool {
		return nil, false
	}
	return x, constant.BoolVal(c.Value) != (b.Op == token.EQL)
}

// compare makes the key of a comparison. eq is false if the comparison is the
// negation of the key's proposition.
func (f *flow) compare(fr *frame, s *state, b *ssa.BinOp) (key condKey, eq, known, value bool) {
	x, y := s.resolve(b.X), s.resolve(b.Y)
	op := b.Op
	if _, ok := x.(*ssa.Const); ok {
		x, y = y, x
		op = mirrored[op]
	}
	eq = true
	switch op {
	case token.NEQ:
		op, eq = token.EQL, false
	case token.GEQ:
		op, eq = token.LSS, false
	case token.GTR:
		op, x, y = token.LSS, y, x
	case token.LEQ:
		op, x, y, eq = token.LSS, y, x, false
	}
	c, isConst := y.(*ssa.Const)
	if op != token.EQL || !isConst {
		return condKey{kind: condCompare, op: op, x: f.operand(fr, s, x), y: f.operand(fr, s, y)}, eq, false, false
	}
	if d, ok := x.(*ssa.Const); ok {
		return key, eq, true, sameConst(c, d) == eq
	}
	if c.Value == nil && !c.IsNil() { // a zero struct or type parameter
		return condKey{kind: condConst, x: f.operand(fr, s, x)}, eq, false, false
	}
	if c.IsNil() {
		if f.nonNil(x) {
			return key, eq, true, !eq
		}
		return condKey{kind: condValue, x: f.operand(fr, s, x)}, eq, false, false
	}
	return condKey{kind: condConst, x: f.operand(fr, s, x), c: c.Value.ExactString()}, eq, false, false
}

var mirrored = map[token.Token]token.Token{
	token.EQL: token.EQL, token.NEQ: token.NEQ,
	token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ, token.GEQ: token.LEQ,
}

func sameConst(c, d *ssa.Const) bool {
	if c.Value == nil || d.Value == nil {
		return c.Value == nil && d.Value == nil
	}
	return c.Value.Kind() == d.Value.Kind() && constant.Compare(c.Value, token.EQL, d.Value)
}

// nonNil reports whether v is certainly not nil.
func nonNil(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.MakeInterface, *ssa.Alloc, *ssa.MakeClosure, *ssa.MakeMap, *ssa.MakeChan, *ssa.MakeSlice, *ssa.FieldAddr, *ssa.Function:
		return true
	case *ssa.Call:
		if fn := v.Common().StaticCallee(); fn != nil && fn.Pkg != nil {
			switch fn.Pkg.Pkg.Path() + "." + fn.Name() {
			case "errors.New", "fmt.Errorf":
				return true
			}
		}
	}
	return false
}

// nonNil reports whether v is certainly not nil: made here, or an error
// variable that nobody assigns after its package is initialised.
func (e *engine) nonNil(v ssa.Value) bool {
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL && types.IsInterface(u.Type()) {
		g, ok := u.X.(*ssa.Global)
		return ok && strings.HasPrefix(strings.ToLower(g.Name()), "err") && !e.assigned[objKeyOfGlobal(g)]
	}
	return nonNil(v)
}

// operand names v by where it was loaded from, so that two loads agree.
func (f *flow) operand(fr *frame, s *state, v ssa.Value) operand {
	v = s.resolve(v)
	switch x := v.(type) {
	case *ssa.UnOp:
		if x.Op == token.MUL {
			p := f.loc(fr, x.X)
			if stored, in := f.storedOnce(fr, p); stored != nil {
				return f.operand(in, s, stored)
			}
			if p.certain() {
				return operand{path: p}
			}
		}
	case *ssa.Parameter:
		if fr.caller != nil && len(fr.args) == len(fr.fn.Params) {
			for i, p := range fr.fn.Params {
				if p == x {
					return f.operand(fr.caller, s, fr.args[i])
				}
			}
		}
	case *ssa.Field:
		if p := f.loc(fr, v); p.certain() {
			return operand{path: p}
		}
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" && len(x.Call.Args) == 1 {
			return f.operand(fr, s, x.Call.Args[0])
		}
	case *ssa.FreeVar:
		return operand{path: f.loc(fr, v)}
	}
	return operand{val: v}
}

// decide evaluates a branch condition in s: the states in which it is true and
// false, nil where it cannot be.
func (f *flow) decide(fr *frame, s *state, v ssa.Value) (yes, no *state) {
	key, want, known := f.cond(fr, s, v)
	if known {
		if want {
			return s, nil
		}
		return nil, s
	}
	id := f.condID(key)
	if value, ok := s.lookup(id); ok {
		if value == want {
			return s, nil
		}
		return nil, s
	}
	if key.kind == condConst && f.excluded(s, key) {
		if want {
			return nil, s
		}
		return s, nil
	}
	if !f.recurs(s, key) {
		return s, s
	}
	yes, _ = s.know(id, want)
	no, _ = s.know(id, !want)
	return yes, no
}

// excluded reports whether s knows that key's operand equals another constant.
func (f *flow) excluded(s *state, key condKey) bool {
	for _, k := range s.facts {
		if other := f.conds[k.id]; k.value && other.kind == condConst && other.x == key.x && other.c != key.c {
			return true
		}
	}
	return false
}

// recurs reports whether key's value matters beyond the branch at hand: it is
// tested again, or it is a parameter that guards what the function does.
func (f *flow) recurs(s *state, key condKey) bool {
	if v := key.x.val; v != nil && slices.ContainsFunc(s.cells, func(c cell) bool { return c.path != nil && c.val == v }) {
		return true // a deferred function or a closure may test it again
	}
	if key.kind == condValue && key.x.val != nil {
		if p, ok := key.x.val.(*ssa.Parameter); ok && isBool(p.Type()) {
			return true
		}
	}
	return f.tested[key] > 1
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// evaluate returns what s knows of a boolean or error value.
func (f *flow) evaluate(fr *frame, s *state, v ssa.Value) outcome {
	v = s.resolve(v)
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

// countTests counts, for every condition of the root function and its
// closures, the branches that test it.
func (f *flow) countTests(fr *frame) {
	empty := new(state)
	var count func(fr *frame)
	count = func(fr *frame) {
		for _, b := range fr.fn.Blocks {
			if br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
				if key, _, known := f.cond(fr, empty, br.Cond); !known {
					f.tested[key]++
				}
			}
		}
		for _, anon := range fr.fn.AnonFuncs {
			count(&frame{fn: anon, caller: fr, env: fr, paths: make(map[ssa.Value]*path)})
		}
	}
	count(fr)
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

// killMutable forgets what s knows of fields that other code may change: after
// a call or an acquisition only fields that nobody assigns are as they were.
func (f *flow) killMutable(s *state) *state {
	mutable := func(o operand) bool { return o.path != nil && f.mutable(o.path) }
	return s.forget(func(id int32) bool { return mutable(f.conds[id].x) || mutable(f.conds[id].y) })
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
