package lockflow

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// A funcRef is a function value that is known: which function, and what it is
// bound to.
type funcRef struct {
	fn   *ssa.Function // may lack a body
	obj  *types.Func   // nil for closures
	key  string        // names the function across packages
	env  *frame        // of a closure: where its free variables live
	recv *path         // of a method value
	rval ssa.Value     // the receiver of a method value, in env
	bind binding       // of a closure that another function returned
}

// A binding maps the root of a path in a callee to a path in the caller. It
// returns an old root for what the caller cannot name.
type binding func(root *path) *path

// An invocation is a call whose function is known.
type invocation struct {
	ref   *funcRef
	fr    *frame
	instr ssa.CallInstruction
	recv  *path // set for a method value or an interface call
	rval  ssa.Value
	args  []ssa.Value // without the receiver if recv is set; nil if unknown
	via   []site      // calls between instr and the function, in a callee that calls back; else nil
}

// argument returns the value of the callee's i'th parameter, nil if unknown.
func (in *invocation) argument(i int) ssa.Value {
	if in.recv != nil {
		if i == 0 {
			return in.rval
		}
		i--
	}
	if i < len(in.args) {
		return in.args[i]
	}
	return nil
}

// parameter returns the value of the parameter that is the root of a path in
// the callee, nil if unknown.
func (in *invocation) parameter(r *path) ssa.Value {
	switch closure := in.ref.bind != nil; {
	case closure && r.index >= closureParams:
		return in.argument(r.index % closureParams)
	case !closure && r.index < closureParams:
		return in.argument(r.index)
	}
	return nil
}

// bind returns the binding of an invocation's roots.
func (e *engine) bind(in *invocation) binding {
	if in.ref.bind != nil {
		return func(r *path) *path {
			if r.kind != rootParam || r.index < closureParams {
				return in.ref.bind(r)
			}
			if v := in.argument(r.index % closureParams); v != nil {
				return e.loc(in.fr, v)
			}
			return e.paths.foreign(r.name, r.owner)
		}
	}
	return func(r *path) *path {
		if r.kind == rootGlobal {
			return r
		}
		if r.kind == rootParam {
			if in.recv != nil && r.index == 0 {
				return in.recv
			}
			if v := in.argument(r.index); v != nil {
				return e.loc(in.fr, v)
			}
		}
		return e.paths.foreign(r.name, r.owner)
	}
}

// bindArgs is the binding of a call of a declared function.
func (e *engine) bindArgs(fr *frame, c *ssa.CallCommon) binding {
	in := &invocation{ref: new(funcRef), fr: fr, args: c.Args}
	if c.IsInvoke() {
		in.recv, in.rval = e.loc(fr, c.Value), c.Value
	}
	return e.bind(in)
}

// receiver returns the receiver of a method call.
func (e *engine) receiver(c *ssa.CallCommon) ssa.Value {
	if c.IsInvoke() {
		return c.Value
	}
	if len(c.Args) > 0 {
		return c.Args[0]
	}
	return nil
}

// declared returns the object of a declared function, by its origin.
func declared(fn *ssa.Function) *types.Func {
	if fn == nil {
		return nil
	}
	obj, _ := fn.Object().(*types.Func)
	if obj == nil && fn.Origin() != nil {
		obj, _ = fn.Origin().Object().(*types.Func)
	}
	if obj == nil {
		return nil
	}
	return obj.Origin()
}

// callee returns the function that a call names, nil if it calls a value: the
// arguments of a method value's call lack the receiver.
func callee(c *ssa.CallCommon) *ssa.Function {
	fn, _ := c.Value.(*ssa.Function)
	if c.IsInvoke() {
		return nil
	}
	return fn
}

// primitiveCall returns what is known of a call's function by its name alone.
func (e *engine) primitiveCall(c *ssa.CallCommon) primitive {
	if c.IsInvoke() {
		if p := primitiveOf(c.Method); p.kind != primNone {
			return p
		}
		return lockLike(c.Method)
	}
	return primitiveOf(declared(callee(c)))
}

// summaryOf returns the summary of a call's function if that is declared.
func (e *engine) summaryOf(c *ssa.CallCommon) *summary {
	if c.IsInvoke() {
		return nil
	}
	fn := callee(c)
	if fn == nil || fn.Parent() != nil {
		return nil
	}
	return e.summaryFor(e.refOf(fn))
}

// summaryFor returns the summary of ref, nil if there is none.
func (e *engine) summaryFor(ref *funcRef) *summary {
	if ref.fn != nil {
		if s, ok := e.sums[ref.fn]; ok {
			return s
		}
		if ref.fn.Blocks != nil && ref.obj != nil && ref.obj.Pkg() == e.pkg {
			return nil // part of a recursion that is being computed
		}
	}
	if ref.obj != nil && ref.obj.Pkg() != nil && ref.obj.Pkg() != e.pkg {
		return e.imported.summary(e, ref.obj)
	}
	if ref.key != "" {
		return e.imported.byKey(e, ref.key)
	}
	return nil
}

// refOf returns the reference to a declared function or a closure without
// free variables. Wrappers that the SSA builder makes are seen through.
func (e *engine) refOf(fn *ssa.Function) *funcRef {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	ref := &funcRef{fn: fn, obj: declared(fn)}
	if fn.Synthetic != "" && ref.obj != nil {
		if real := e.prog.FuncValue(ref.obj); real != nil {
			ref.fn = real
		}
	}
	return ref
}

// resolve returns the function that v is, in state s; nil if unknown.
func (f *flow) resolve(fr *frame, s *state, v ssa.Value) *funcRef {
	for range 16 {
		if s != nil {
			v = s.resolve(v)
		}
		switch x := v.(type) {
		case *ssa.Function:
			return f.closureEnv(fr, f.refOf(x))
		case *ssa.MakeClosure:
			return f.closure(fr, x)
		case *ssa.ChangeType:
			v = x.X
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return nil
			}
			stored, in := f.storedOnce(fr, f.loc(fr, x.X))
			if stored == nil {
				return nil
			}
			fr, v = in, stored
		case *ssa.FreeVar:
			mc := f.makers[fr.fn]
			if mc == nil || fr.env == nil {
				return nil
			}
			i := freeIndex(fr.fn, x)
			if i < 0 || i >= len(mc.Bindings) {
				return nil
			}
			fr, v = fr.env, mc.Bindings[i]
		case *ssa.Parameter:
			i := paramIndex(fr.fn, x)
			if fr.caller == nil || i < 0 || len(fr.args) != len(fr.fn.Params) {
				return nil
			}
			fr, v = fr.caller, fr.args[i]
		case *ssa.Call:
			return f.returned(fr, s, x, 0)
		case *ssa.Extract:
			if c, ok := x.Tuple.(*ssa.Call); ok {
				return f.returned(fr, s, c, x.Index)
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}

// closureEnv gives a closure without free variables its parent's frame, for
// defers of a range-over-func body.
func (f *flow) closureEnv(fr *frame, ref *funcRef) *funcRef {
	if p := ref.fn.Parent(); p != nil {
		ref.env = f.frameOf(fr, p)
	}
	return ref
}

// frameOf returns the frame that runs fn, as fr sees it.
func (e *engine) frameOf(fr *frame, fn *ssa.Function) *frame {
	if g := frameAmong(fr, fn); g != nil {
		return g
	}
	return e.rootFrame(fn)
}

// frameAmong returns the frame among fr's environments and callers that runs
// fn, nil if none does.
func frameAmong(fr *frame, fn *ssa.Function) *frame {
	for g := fr; g != nil; g = g.env {
		if g.fn == fn {
			return g
		}
	}
	for g := fr; g != nil; g = g.caller {
		if g.fn == fn {
			return g
		}
	}
	return nil
}

func (f *flow) closure(fr *frame, mc *ssa.MakeClosure) *funcRef {
	fn := mc.Fn.(*ssa.Function)
	if fn.Parent() == nil { // a method value
		ref := f.refOf(fn)
		if ref.obj == nil || len(mc.Bindings) != 1 {
			return nil
		}
		ref.recv, ref.rval, ref.env = f.loc(fr, mc.Bindings[0]), mc.Bindings[0], fr
		return ref
	}
	return &funcRef{fn: fn, env: f.frameOf(fr, fn.Parent())}
}

// returned resolves a function that a call returns.
func (f *flow) returned(fr *frame, s *state, call *ssa.Call, i int) *funcRef {
	if c := call.Common(); !c.IsInvoke() && c.StaticCallee() == nil || callee(c) != nil && callee(c).Parent() != nil {
		return f.returnedInPlace(fr, s, call, i)
	}
	sum := f.summaryOf(call.Common())
	if sum == nil || i >= len(sum.funcs) || sum.funcs[i] == nil {
		return nil
	}
	ref := *sum.funcs[i]
	outer := f.bindArgs(fr, call.Common())
	if ref.recv != nil {
		ref.recv = f.paths.rebase(ref.recv, outer)
		ref.rval = nil
		return &ref
	}
	ref.bind = outer
	ref.env = nil
	return &ref
}

// returnedInPlace is returned for a closure that was read where it is called, if
// it always returns one function.
func (f *flow) returnedInPlace(fr *frame, s *state, call *ssa.Call, i int) *funcRef {
	made := f.resolve(fr, s, call.Call.Value)
	if made == nil || made.fn == nil {
		return nil
	}
	in := f.frames[frameKey{fr, call, made.fn, made.env}]
	if in == nil {
		return nil
	}
	var v ssa.Value
	for _, b := range in.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		if i >= len(ret.Results) || v != nil && v != ret.Results[i] {
			return nil
		}
		v = ret.Results[i]
	}
	if v == nil {
		return nil
	}
	return f.resolve(in, nil, v)
}

func freeIndex(fn *ssa.Function, v *ssa.FreeVar) int {
	for i, fv := range fn.FreeVars {
		if fv == v {
			return i
		}
	}
	return -1
}

func paramIndex(fn *ssa.Function, v *ssa.Parameter) int {
	for i, p := range fn.Params {
		if p == v {
			return i
		}
	}
	return -1
}

// closureKey names a closure across packages. The functions called init are told
// apart.
func (e *engine) closureKey(fn *ssa.Function) string {
	if isInit(fn) {
		return e.path + "." + fn.Name()
	}
	return e.path + "." + funcName(fn)
}

// funcName names a function for people and, with its package, across packages.
func funcName(fn *ssa.Function) string {
	if p := fn.Parent(); p != nil {
		return funcName(p) + strings.TrimPrefix(fn.Name(), p.Name())
	}
	if obj := declared(fn); obj != nil {
		return lockclass.FuncName(obj)
	}
	return fn.Name()
}
