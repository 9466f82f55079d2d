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
	condDone                    // the Once x has run, the context x is done
	condCall                    // a call, of the function and arguments that c names, holds
)

// An operand is a value, or the location that it was loaded from.
type operand struct {
	val   ssa.Value
	path  *path
	value string // of a constant
}

// cond reduces a branch condition to a key: the condition holds iff the key's
// proposition has the value want. If the condition is decided by s itself,
// known is set and want is its value.
func (f *flow) cond(fr *frame, s *state, v ssa.Value) (key condKey, want, known bool) {
	want = true
	for {
		v = s.resolve(v)
		switch x := v.(type) {
		case *ssa.Parameter:
			if i := paramIndex(fr.fn, x); fr.caller != nil && i >= 0 && len(fr.args) == len(fr.fn.Params) {
				fr, v = fr.caller, fr.args[i]
				continue
			}
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
			if branches(x) > 1 {
				return condKey{kind: condValue, x: operand{val: x}}, want, false
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

// branches counts the branches that test a comparison: if there are several, it
// is what its operands were when it was made.
func branches(b *ssa.BinOp) int {
	n := 0
	for _, ref := range *b.Referrers() {
		switch ref := ref.(type) {
		case *ssa.If:
			n++
		case *ssa.UnOp:
			n += len(*ref.Referrers())
		}
	}
	return n
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
		if f.nonNil(x) || f.pointsToHeld(fr, s, x) {
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

// pointsToHeld reports whether v points to a lock that is held: it was not nil
// when that was locked, and decides later whether to unlock it.
func (f *flow) pointsToHeld(fr *frame, s *state, v ssa.Value) bool {
	if _, ok := v.Type().Underlying().(*types.Pointer); !ok || len(s.held) == 0 {
		return false
	}
	p := f.loc(fr, v)
	return slices.ContainsFunc(s.held, func(h *heldLock) bool { return h.path == p })
}

// operand names v by where it was loaded from, so that two loads agree.
func (f *flow) operand(fr *frame, s *state, v ssa.Value) operand {
	return f.operandWithin(fr, s, v, 16)
}

// operandWithin is operand within a number of steps: a variable may be stored in
// itself.
func (f *flow) operandWithin(fr *frame, s *state, v ssa.Value, steps int) operand {
	v = s.resolve(v)
	if steps == 0 {
		return operand{val: v}
	}
	switch x := v.(type) {
	case *ssa.Const:
		if x.Value == nil {
			return operand{value: "nil"}
		}
		return operand{value: x.Value.ExactString()}
	case *ssa.UnOp:
		if x.Op == token.MUL {
			p := f.loc(fr, x.X)
			if stored, in := f.storedOnce(fr, p); stored != nil {
				return f.operandWithin(in, s, stored, steps-1)
			}
			if p.certain() {
				return operand{path: p}
			}
		}
	case *ssa.Parameter:
		if fr.caller != nil && len(fr.args) == len(fr.fn.Params) {
			for i, p := range fr.fn.Params {
				if p == x {
					return f.operandWithin(fr.caller, s, fr.args[i], steps-1)
				}
			}
		}
	case *ssa.Field:
		if p := f.loc(fr, v); p.certain() {
			return operand{path: p}
		}
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" && len(x.Call.Args) == 1 {
			return f.operandWithin(fr, s, x.Call.Args[0], steps-1)
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
	yes, no = s, s
	if key.kind == condConst {
		excluded, stale := f.excluded(s, key)
		switch {
		case excluded && !stale && want:
			return nil, s
		case excluded && !stale:
			return s, nil
		case excluded && want:
			yes = s.doubtful()
		case excluded:
			no = s.doubtful()
		}
	}
	if want && f.exhausted(v) {
		no = no.doubtful()
	}
	if f.recurs(s, key) {
		yes, _ = yes.know(id, want)
		no, _ = no.know(id, !want)
	}
	if same, ok := f.sameCall(fr, key); ok && f.tested[same] > 1 {
		id := f.condID(same)
		yes, no = yes.expect(id, want), no.expect(id, !want)
	}
	return yes, no
}

// excluded reports whether s knows that key's operand equals another constant,
// and whether that is stale.
func (f *flow) excluded(s *state, key condKey) (excluded, stale bool) {
	for _, k := range s.facts {
		if other := f.conds[k.id]; k.value && other.kind == condConst && other.x == key.x && other.c != key.c {
			return true, k.stale
		}
	}
	return false, false
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}
