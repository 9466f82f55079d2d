package lockflow

import (
	"go/constant"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// maxCases bounds the sets of values that are looked at one by one.
const maxCases = 64

// exhausted reports whether v, where it is false, excludes the last of the
// values that its operand can have: the last case of a switch that has a case
// for every constant of the type, or for every remainder of a division. The way
// that leads past all cases is then there by the rules of the language only.
func (e *engine) exhausted(v ssa.Value) bool {
	last, ok := v.(*ssa.BinOp)
	if !ok || caseOf(last, last.X) == "" {
		return false
	}
	all, seen := e.exhausts[last]
	if seen {
		return all
	}
	values := valuesOf(last.X)
	for b, cond := last.Block(), last; len(values) > 0; {
		delete(values, caseOf(cond, last.X))
		if len(b.Preds) != 1 || b.Preds[0].Succs[1] != b {
			break
		}
		b = b.Preds[0]
		br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			break
		}
		if cond, ok = br.Cond.(*ssa.BinOp); !ok || caseOf(cond, last.X) == "" {
			break
		}
	}
	all = values != nil && len(values) == 0
	e.exhausts[last] = all
	return all
}

// caseOf returns the constant that b compares x with, or "".
func caseOf(b *ssa.BinOp, x ssa.Value) string {
	c, ok := b.Y.(*ssa.Const)
	if b.Op != token.EQL || b.X != x || !ok || c.Value == nil {
		return ""
	}
	return c.Value.ExactString()
}

// valuesOf returns the values that x can have, or nil if they are many or not
// known. Of a type with constants these are the constants; of a remainder they
// are those of non-negative numbers.
func valuesOf(x ssa.Value) map[string]bool {
	if rem, ok := x.(*ssa.BinOp); ok && rem.Op == token.REM {
		c, ok := rem.Y.(*ssa.Const)
		if !ok || c.Value == nil || c.Value.Kind() != constant.Int || c.Int64() < 1 || c.Int64() > maxCases {
			return nil
		}
		values := make(map[string]bool)
		for i := range c.Int64() {
			values[strconv.FormatInt(i, 10)] = true
		}
		return values
	}
	named, ok := types.Unalias(x.Type()).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || isBool(named) {
		return nil
	}
	if _, ok := named.Underlying().(*types.Basic); !ok {
		return nil
	}
	values := make(map[string]bool)
	scope := named.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		if c, ok := scope.Lookup(name).(*types.Const); ok && types.Identical(c.Type(), named) {
			values[c.Val().ExactString()] = true
		}
	}
	if len(values) < 2 || len(values) > maxCases {
		return nil
	}
	return values
}
