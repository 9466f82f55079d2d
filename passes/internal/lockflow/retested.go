package lockflow

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// sameCall is the key that two calls of one function with the same arguments
// share. Their results may differ, but programs rely on it that they do not.
func (f *flow) sameCall(fr *frame, key condKey) (condKey, bool) {
	call, ok := key.x.val.(*ssa.Call)
	if !ok || key.y != (operand{}) {
		return condKey{}, false
	}
	c := call.Common()
	var name strings.Builder
	fmt.Fprint(&name, key.kind, key.op, key.c, " ")
	switch fn := callee(c); {
	case c.IsInvoke():
		name.WriteString(c.Method.FullName())
		fmt.Fprint(&name, " ", f.loc(fr, c.Value).id)
	case fn != nil:
		name.WriteString(funcName(fn))
	default:
		return condKey{}, false
	}
	for _, a := range c.Args {
		if k, ok := a.(*ssa.Const); ok {
			name.WriteString(" " + k.String())
			continue
		}
		fmt.Fprint(&name, " ", f.loc(fr, a).id)
	}
	return condKey{kind: condCall, c: name.String()}, true
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
	if key.kind == condConst && key.x.val != nil && isParam(key.x.val) {
		return true // a mode
	}
	return f.tested[key] > 1 || key.kind == condValue && key.x.val != nil && outlives(key.x.val)
}

// outlives reports whether a value is returned, or becomes that of a variable.
func outlives(v ssa.Value) bool {
	if v.Referrers() == nil {
		return false
	}
	return slices.ContainsFunc(*v.Referrers(), func(i ssa.Instruction) bool {
		switch i.(type) {
		case *ssa.Return, *ssa.Phi:
			return true
		}
		return false
	})
}

// countTests counts, for every condition of the root function and its
// closures, the branches that test it.
func (f *flow) countTests(fr *frame) {
	empty := new(state)
	var count func(fr *frame)
	count = func(fr *frame) {
		for _, b := range fr.fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(*ssa.Call); ok {
					f.countArgs(fr, call)
				}
				if load, ok := instr.(*ssa.UnOp); ok && load.Op == token.MUL && (isBool(load.Type()) || types.Identical(load.Type(), errorType)) {
					p := f.loc(fr, load.X)
					f.loaders[p] = append(f.loaders[p], b)
				}
			}
			if br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
				if key, _, known := f.cond(fr, empty, br.Cond); !known {
					f.tested[key]++
					f.testers[key] = append(f.testers[key], b)
					if same, ok := f.sameCall(fr, key); ok {
						f.tested[same]++
						f.testers[same] = append(f.testers[same], b)
					}
				}
			}
		}
		for _, anon := range fr.fn.AnonFuncs {
			count(&frame{fn: anon, caller: fr, env: fr, paths: make(map[ssa.Value]*path)})
		}
	}
	count(fr)
}

// countArgs counts the booleans that a call passes as tests: the callee's
// summary may ask for them.
func (f *flow) countArgs(fr *frame, call *ssa.Call) {
	for _, a := range call.Call.Args {
		if !isBool(a.Type()) {
			continue
		}
		if key, _, known := f.cond(fr, new(state), a); !known {
			f.tested[key]++
			f.testers[key] = append(f.testers[key], call.Block())
		}
	}
}
