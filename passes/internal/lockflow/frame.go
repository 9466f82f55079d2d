package lockflow

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// A frame is one activation of a function within the analysis of a root
// function: the root itself, or a closure that runs inside it and is read in
// place, so that it shares the root's variables.
type frame struct {
	fn     *ssa.Function
	caller *frame // nil for the root
	env    *frame // where fn's free variables live; nil for a function without
	call   ssa.CallInstruction
	args   []ssa.Value // actual arguments in caller, nil if unknown
	site   site        // of call
	via    []site      // calls between call and fn, in a callee that calls back
	depth  int
	paths  map[ssa.Value]*path
}

// yieldBody reports whether fn is the body of a range over a function.
func yieldBody(fn *ssa.Function) bool {
	return strings.HasPrefix(fn.Synthetic, "range-over-func yield")
}

// deferOwner is the frame whose return runs what fr defers: a range-over-func
// body defers to the function around the loop.
func (fr *frame) deferOwner() *frame {
	for yieldBody(fr.fn) && fr.env != nil {
		fr = fr.env
	}
	return fr
}

// active reports whether fn is being read in place already.
func (fr *frame) active(fn *ssa.Function) bool {
	for ; fr != nil; fr = fr.caller {
		if fr.fn == fn {
			return true
		}
	}
	return false
}

// loc returns the path of the location that v points to; see path.
func (e *engine) loc(fr *frame, v ssa.Value) *path {
	if p, ok := fr.paths[v]; ok {
		return p
	}
	if e.locating[v] { // through a phi that depends on v
		if _, ok := v.(*ssa.Phi); !ok {
			e.circular = true
		}
		return e.paths.value(v)
	}
	e.locating[v] = true
	before := e.circular
	e.circular = false
	p := e.locate(fr, v)
	delete(e.locating, v)
	// What was worked out with a stand-in for a value that is still open is
	// good for that value only.
	if !e.circular || len(e.locating) == 0 {
		fr.paths[v] = p
	}
	e.circular = before || e.circular && len(e.locating) > 0
	return p
}

func (e *engine) locate(fr *frame, v ssa.Value) *path {
	t := e.paths
	switch v := v.(type) {
	case *ssa.Parameter:
		return e.locParam(fr, v)
	case *ssa.FreeVar:
		return e.locFree(fr, v)
	case *ssa.Global:
		return t.global(objKeyOfGlobal(v))
	case *ssa.Alloc:
		if param, ok := e.onlyStore(v).(*ssa.Parameter); ok && isStruct(param.Type()) && param.Parent() == v.Parent() {
			return e.loc(fr, param) // a parameter of which a field is asked for
		}
		return t.alloc(v, allocName(v))
	case *ssa.FieldAddr:
		return e.locField(fr, v.X, v.Field)
	case *ssa.Field:
		return e.locField(fr, v.X, v.Field)
	case *ssa.IndexAddr:
		return t.at(e.loc(fr, v.X), v.Index)
	case *ssa.Index:
		return e.pointee(t.at(e.loc(fr, v.X), v.Index), v.Type())
	case *ssa.Lookup:
		if v.CommaOk {
			return t.value(v)
		}
		return e.pointee(t.at(e.loc(fr, v.X), v.Index), v.Type())
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return e.load(fr, e.loc(fr, v.X), v)
		}
	case *ssa.Extract:
		return e.locExtract(fr, v)
	case *ssa.Slice:
		return e.loc(fr, v.X)
	case *ssa.ChangeType:
		return e.loc(fr, v.X)
	case *ssa.ChangeInterface:
		return e.loc(fr, v.X)
	case *ssa.MakeInterface:
		return e.loc(fr, v.X)
	case *ssa.SliceToArrayPointer:
		return e.loc(fr, v.X)
	case *ssa.MultiConvert:
		return e.loc(fr, v.X)
	case *ssa.TypeAssert:
		if !v.CommaOk {
			return e.loc(fr, v.X)
		}
	case *ssa.Convert:
		if _, ok := v.Type().Underlying().(*types.Pointer); ok {
			return e.loc(fr, v.X)
		}
	case *ssa.Phi:
		return e.locPhi(fr, v)
	case *ssa.Call:
		return e.locCall(fr, v, 0)
	}
	return t.value(v)
}

func (e *engine) locParam(fr *frame, v *ssa.Parameter) *path {
	i := -1
	for j, p := range fr.fn.Params {
		if p == v {
			i = j
		}
	}
	if i < 0 {
		return e.paths.value(v)
	}
	if fr.caller == nil {
		return e.paths.param(closureBase(fr.fn)+i, lockclass.TypeKey(v.Type()))
	}
	if fr.caller != nil && i < len(fr.args) && len(fr.args) == len(fr.fn.Params) {
		return e.loc(fr.caller, fr.args[i])
	}
	return e.paths.value(v)
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// closureParams keeps the parameters of a closure apart from those of the
// function around it, which the closure can name too.
const closureParams = 1000

func closureBase(fn *ssa.Function) int {
	base := 0
	for p := fn.Parent(); p != nil; p = p.Parent() {
		base += closureParams
	}
	return base
}

// locFree resolves a free variable in the frame that made the closure.
func (e *engine) locFree(fr *frame, v *ssa.FreeVar) *path {
	if mc := e.makers[fr.fn]; mc != nil && fr.env != nil {
		for i, fv := range fr.fn.FreeVars {
			if fv == v && i < len(mc.Bindings) {
				return e.loc(fr.env, mc.Bindings[i])
			}
		}
	}
	return e.paths.value(v)
}

func (e *engine) locField(fr *frame, x ssa.Value, i int) *path {
	name, owner, embedded, typ := fieldOf(x.Type(), i)
	p := e.paths.field(e.loc(fr, x), name, owner, embedded)
	if _, isPtr := x.Type().Underlying().(*types.Pointer); !isPtr {
		return e.pointee(p, typ) // a Field, not a FieldAddr: its value
	}
	return p
}

// fieldOf describes field i of the struct that t is or points to.
func fieldOf(t types.Type, i int) (name, owner string, embedded bool, typ types.Type) {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	st, ok := structOf(t)
	if !ok || i >= st.NumFields() {
		return "?", "", false, types.Typ[types.Invalid]
	}
	f := st.Field(i)
	return f.Name(), lockclass.TypeKey(t), f.Embedded(), f.Type()
}

func structOf(t types.Type) (*types.Struct, bool) {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return u, true
	case *types.Interface: // a type parameter with a core type
		if u.NumEmbeddeds() == 1 {
			if un, ok := u.EmbeddedType(0).(*types.Union); ok && un.Len() > 0 {
				return structOf(un.Term(0).Type())
			}
			return structOf(u.EmbeddedType(0))
		}
	}
	return nil, false
}

// pointee returns the path of a value of type t stored at p.
func (e *engine) pointee(p *path, t types.Type) *path {
	if isReference(t) {
		return e.paths.deref(p)
	}
	return p
}

func isReference(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Slice, *types.Map, *types.Chan, *types.Signature:
		return true
	}
	return false
}

// load returns the path of a value loaded from p. A variable that is stored
// once is a name for what was stored.
func (e *engine) load(fr *frame, p *path, v ssa.Value) *path {
	if stored, in := e.storedOnce(fr, p); stored != nil {
		return e.loc(in, stored)
	}
	if p.kind == stepField && p.name == "L" && p.owner == "sync.Cond" {
		if l, mode := e.condLock(fr, p.parent); l != nil && mode == lockgraph.Exclusive {
			return l
		}
	}
	return e.pointee(p, v.Type())
}

// storedOnce returns the only value ever stored in the local variable p, and
// the frame to read it in.
func (e *engine) storedOnce(fr *frame, p *path) (ssa.Value, *frame) {
	if p.kind != rootAlloc {
		return nil, nil
	}
	a := p.val.(*ssa.Alloc)
	v := e.onlyStore(a)
	if v == nil {
		return nil, nil
	}
	if in := frameAmong(fr, a.Parent()); in != nil {
		return v, in
	}
	return nil, nil
}

// onlyStore returns the value of the single store to a, in its function or a
// closure of it; nil if there are none or several, or a's address goes
// elsewhere.
func (e *engine) onlyStore(a *ssa.Alloc) ssa.Value {
	if v, ok := e.stores[a]; ok {
		return v
	}
	var only ssa.Value
	n := 0
	var scan func(addr ssa.Value)
	scan = func(addr ssa.Value) {
		for _, ref := range *addr.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Store:
				if ref.Addr == addr {
					only = ref.Val
					n++
				} else {
					n += 2
				}
			case *ssa.MakeClosure:
				for i, b := range ref.Bindings {
					if b == addr {
						scan(ref.Fn.(*ssa.Function).FreeVars[i])
					}
				}
			case *ssa.UnOp, *ssa.DebugRef, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Slice:
			default:
				n += 2
			}
		}
	}
	scan(a)
	if _, isConst := only.(*ssa.Const); n != 1 || isConst || only.Parent() != a.Parent() && only.Parent() != nil {
		only = nil
	}
	e.stores[a] = only
	return only
}

func (e *engine) locExtract(fr *frame, v *ssa.Extract) *path {
	t := e.paths
	switch x := v.Tuple.(type) {
	case *ssa.Lookup:
		if v.Index == 0 {
			return e.pointee(t.at(e.loc(fr, x.X), x.Index), v.Type())
		}
	case *ssa.TypeAssert:
		if v.Index == 0 {
			return e.loc(fr, x.X)
		}
	case *ssa.Next:
		if r, ok := x.Iter.(*ssa.Range); ok && v.Index == 2 {
			return e.pointee(t.at(e.loc(fr, r.X), x), v.Type())
		}
	case *ssa.Call:
		return e.locCall(fr, x, v.Index)
	}
	return t.value(v)
}

func (e *engine) locPhi(fr *frame, v *ssa.Phi) *path {
	var p *path
	for _, edge := range v.Edges {
		if c, ok := edge.(*ssa.Const); ok && c.IsNil() {
			continue
		}
		if a, ok := edge.(*ssa.Alloc); ok && a.Heap && len(v.Edges) == 2 {
			continue // made where there was none: the other edge names it
		}
		if edge == v {
			continue
		}
		if _, isPhi := edge.(*ssa.Phi); isPhi {
			return e.paths.value(v)
		}
		q := e.loc(fr, edge)
		if p != nil && p != q {
			return e.paths.value(v)
		}
		p = q
	}
	if p == nil || p.mentions(v) {
		return e.paths.value(v)
	}
	return p
}

// locCall names the result of a call by what the callee's summary says it
// returns: a getter is as good as the field it gets.
func (e *engine) locCall(fr *frame, v *ssa.Call, result int) *path {
	if prim := e.primitiveCall(v.Common()); prim.kind == primRLocker {
		return e.paths.rlocker(e.loc(fr, e.receiver(v.Common())))
	}
	if sum := e.summaryOf(v.Common()); sum != nil && result < len(sum.results) && sum.results[result] != nil {
		p := e.paths.rebase(sum.results[result], e.bindArgs(fr, v.Common()))
		if p.root().kind != rootOld {
			return p
		}
	}
	if v.Type() == nil {
		return e.paths.value(v)
	}
	if tuple, ok := v.Type().(*types.Tuple); ok && result < tuple.Len() {
		// Each result is a value of its own, told apart by a step.
		return e.paths.intern(pathKey{kind: rootValue, val: v, index: result, owner: lockclass.TypeKey(tuple.At(result).Type())}, false)
	}
	return e.paths.value(v)
}

func objKeyOfGlobal(g *ssa.Global) string {
	if g.Object() != nil {
		return lockclass.ObjKey(g.Object())
	}
	if g.Pkg != nil && g.Pkg.Pkg != nil {
		return lockclass.PkgPath(g.Pkg.Pkg) + "." + g.Name()
	}
	return g.Name()
}

// allocName names a local lock variable by its function and its name.
func allocName(a *ssa.Alloc) string {
	switch a.Comment {
	case "", "complit", "new", "makeslice", "slicelit", "varargs":
		return ""
	}
	fn := a.Parent()
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return funcName(fn) + "." + a.Comment
}
