package lockflow

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// paramUses says what fn does with its parameters that are functions.
func (e *engine) paramUses(fn *ssa.Function, sum *summary) []paramUse {
	var uses []paramUse
	for i, p := range fn.Params {
		if !isFunc(p) {
			continue
		}
		if uses == nil {
			uses = make([]paramUse, len(fn.Params))
		}
		u := &uses[i]
		for _, o := range sum.ops {
			if o.target != nil && o.target.kind == targetParam && o.target.path.kind == rootParam && o.target.path.index == closureBase(fn)+i {
				u.called = true
			}
		}
		e.useOf(fn, p, u, 0)
	}
	return uses
}

func (e *engine) useOf(fn *ssa.Function, v ssa.Value, u *paramUse, depth int) {
	if depth > 4 || v.Referrers() == nil {
		u.unknown = true
		return
	}
	fr := e.rootFrame(fn)
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.BinOp, *ssa.If:
		case *ssa.Go:
			u.spawned = true
		case *ssa.Store:
			if a, ok := ref.Addr.(*ssa.Alloc); ok {
				e.useOfCell(fn, a, u, depth)
				continue
			}
			if fa, ok := ref.Addr.(*ssa.FieldAddr); ok {
				if a, ok := fa.X.(*ssa.Alloc); ok && !a.Heap {
					u.unknown = true
					continue
				}
			}
			u.stored = true
			if key := e.storeKey(e.loc(fr, ref.Addr)); key != "" {
				u.field = key
			} else if key := e.appendedTo(fr, ref.Addr); key != "" {
				u.field = key
			}
		case *ssa.MapUpdate:
			u.stored = true
			if key := e.storeKey(e.loc(fr, ref.Map)); key != "" {
				u.field = strings.TrimSuffix(key, "[]") + "[]"
			}
		case *ssa.Call:
			e.useInCall(ref.Common(), v, u)
		case *ssa.Defer:
			e.useInCall(ref.Common(), v, u)
		case *ssa.MakeInterface:
			u.stored = true
		default:
			u.unknown = true
		}
	}
}

// appendedTo names the slice that the variadic argument with the element addr
// is appended to.
func (e *engine) appendedTo(fr *frame, addr ssa.Value) string {
	ia, ok := addr.(*ssa.IndexAddr)
	if !ok {
		return ""
	}
	arr, ok := ia.X.(*ssa.Alloc)
	if !ok {
		return ""
	}
	for _, ref := range *arr.Referrers() {
		sl, ok := ref.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, r := range *sl.Referrers() {
			call, ok := r.(*ssa.Call)
			if !ok || len(call.Call.Args) != 2 {
				continue
			}
			if b, ok := call.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
				if key := e.storeKey(e.loc(fr, call.Call.Args[0])); key != "" {
					return strings.TrimSuffix(key, "[]") + "[]"
				}
			}
		}
	}
	return ""
}

// useOfCell follows a parameter that a closure captures.
func (e *engine) useOfCell(fn *ssa.Function, a *ssa.Alloc, u *paramUse, depth int) {
	for _, ref := range *a.Referrers() {
		switch ref := ref.(type) {
		case *ssa.MakeClosure:
			e.useInClosure(ref, u)
		case *ssa.UnOp:
			if ref.Op == token.MUL {
				e.useOf(fn, ref, u, depth+1)
			}
		}
	}
}

func (e *engine) useInClosure(mc *ssa.MakeClosure, u *paramUse) {
	for _, r := range *mc.Referrers() {
		switch r := r.(type) {
		case *ssa.Go:
			u.spawned = true
		case *ssa.Store:
			u.stored = true
		case *ssa.Call:
			if r.Call.Value != mc && !u.called {
				e.useInCall(r.Common(), mc, u)
			}
		case *ssa.Defer:
		default:
			u.stored = true
		}
	}
}

// useInCall judges a call that a function value takes part in.
func (e *engine) useInCall(c *ssa.CallCommon, v ssa.Value, u *paramUse) {
	if c.Value == v {
		return // called: an op says so
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		u.stored = u.stored || b.Name() == "append"
		return
	}
	if c.IsInvoke() {
		u.unknown = true
		return
	}
	fn := declared(callee(c))
	for i, a := range c.Args {
		if a == v && fn != nil && !takesFunc(fn, i) {
			u.stored = true // as an any or a type parameter: kept, not called
			return
		}
	}
	sum := e.summaryOf(c)
	if sum == nil || len(sum.params) != len(c.Args) {
		if prim := e.primitiveCall(c); prim.kind == primNone {
			u.unknown = true
		}
		return
	}
	for i, a := range c.Args {
		if a == v {
			got := sum.params[i]
			u.stored = u.stored || got.stored
			u.spawned = u.spawned || got.spawned
			u.unknown = u.unknown || got.unknown
			if got.field != "" {
				u.field = got.field
			}
		}
	}
}

// takesFunc reports whether fn's i'th parameter, the receiver counted, is
// declared to be a function. A function passed as anything else is a value.
func takesFunc(fn *types.Func, i int) bool {
	sig := fn.Signature()
	if sig.Recv() != nil {
		i--
	}
	if i < 0 || i >= sig.Params().Len() {
		return false
	}
	t := sig.Params().At(i).Type()
	if s, ok := t.Underlying().(*types.Slice); ok && sig.Variadic() && i == sig.Params().Len()-1 {
		t = s.Elem()
	}
	return isFuncType(t)
}
