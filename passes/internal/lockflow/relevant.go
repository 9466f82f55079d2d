package lockflow

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

func isParam(v ssa.Value) bool { _, ok := v.(*ssa.Parameter); return ok }

// relevant reports whether fn can do anything to locks, or calls what can.
func (f *flow) relevant() bool { return f.relevantIn(f.root.fn, make(map[*ssa.Function]bool)) }

func (f *flow) relevantIn(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if f.usesHomeLock(f.rootFrame(fn), instr) {
				return true
			}
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				if mc, ok := instr.(*ssa.MakeClosure); ok {
					if inner := mc.Fn.(*ssa.Function); inner.Parent() != nil && f.relevantIn(inner, seen) {
						return true
					}
				}
				continue
			}
			if f.relevantCall(c.Common()) {
				return true
			}
		}
	}
	for _, anon := range fn.AnonFuncs {
		if f.relevantIn(anon, seen) {
			return true
		}
	}
	return false
}

func (f *flow) relevantCall(c *ssa.CallCommon) bool {
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return false
	}
	if prim := f.primitiveCall(c); prim.kind != primNone {
		return prim.kind != primNothing && prim.kind != primBlock
	}
	if c.IsInvoke() {
		return f.interfaceKey(c.Value.Type(), c.Method) != "" || isParam(c.Value)
	}
	fn := c.StaticCallee()
	if fn == nil {
		return true
	}
	if fn.Parent() != nil {
		return false // its own instructions are looked at
	}
	ref := f.refOf(fn)
	if ref.obj != nil && (lockLike(ref.obj).kind != primNone) {
		return true
	}
	if ref.obj != nil && ref.obj.Pkg() != nil {
		if p := ref.obj.Pkg().Path(); p == "fmt" || p == "encoding/json" {
			if _, ok := implicitFuncs[lockclass.FuncKey(ref.obj)]; ok {
				return true
			}
		}
	}
	return !f.summaryFor(ref).empty()
}
