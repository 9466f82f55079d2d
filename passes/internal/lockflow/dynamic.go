package lockflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Calls that a package cannot resolve are named by a key that another package
// can match: "F" and a struct's field or "V" and a variable for a function
// value, with "[]" for elements; "I", a method and the method set of the
// interface for an interface method. A package exports the calls it makes and
// the functions it provides; whoever sees both joins them.

// A provider is a function that a key may stand for.
type provider struct {
	fn  *ssa.Function // in this package
	key string        // its name across packages
}

// A methodSet is the effect of a concrete type that was converted to an
// interface: its methods by identity, and the functions that implement those
// with an effect on locks.
type methodSet struct {
	typ     string
	methods []string // identities, sorted
	effects []methodEffect
}

type methodEffect struct {
	method string
	provider
}

// storeKey names the function values stored at p, "" if it has no name that
// other functions share.
func (e *engine) storeKey(p *path) string {
	suffix := ""
	for {
		switch p.kind {
		case stepIndex:
			suffix = "[]"
			p = p.parent
		case stepDeref:
			p = p.parent
		case stepField:
			if p.owner == "" {
				return ""
			}
			return "F" + p.owner + "." + p.name + suffix
		case rootGlobal:
			return "V" + p.name + suffix
		default:
			return ""
		}
	}
}

// stored notes that ref may be called by whoever calls key.
func (e *engine) stored(key string, ref *funcRef) {
	p := provider{fn: ref.fn, key: ref.key}
	if p.key == "" && ref.obj != nil {
		p.key = funcKey(ref.obj)
	}
	if p.key == "" && ref.fn != nil {
		p.key = e.path + "." + funcName(ref.fn)
	}
	if p.fn != nil && p.fn.Blocks == nil {
		p.fn = nil
	}
	if !slices.Contains(e.providers[key], p) {
		e.providers[key] = append(e.providers[key], p)
	}
}

// hopeless reports whether a pending call can be known to have no effect: no
// other package can say what it stands for, and nothing here does anything to
// locks.
func (e *engine) hopeless(t *target) bool {
	if t.key == "" {
		return t.path == nil || t.iface == "error" || strings.HasPrefix(t.iface, "context.") || strings.HasPrefix(t.iface, "testing.")
	}
	if got, ok := e.closed[t.key]; ok {
		return got
	}
	var providers []provider
	switch t.key[0] {
	case 'I':
		if !e.ownInterface(t) {
			e.closed[t.key] = false
			return false
		}
		providers = e.implementers(t)
	case 'V':
		providers = e.providers[t.key]
		if !strings.HasPrefix(t.key[1:], e.path+".") && e.imported.provides(t.key) {
			return false
		}
	default:
		if !e.private(t.key[1:]) || e.openKeys[t.key] {
			e.closed[t.key] = false
			return false
		}
		providers = e.providers[t.key]
	}
	pending := slices.ContainsFunc(providers, func(p provider) bool {
		_, done := e.sums[p.fn]
		return p.fn != nil && !done
	})
	if pending {
		return false
	}
	got := !slices.ContainsFunc(providers, func(p provider) bool {
		s := e.sums[p.fn]
		if p.fn == nil {
			s = e.imported.byKey(e, p.key)
		}
		return s != nil && len(s.ops) > 0
	})
	e.closed[t.key] = got
	return got
}

// ownInterface reports whether only this package's types are called through an
// interface: it, or the method, is unexported.
func (e *engine) ownInterface(t *target) bool {
	if !ast.IsExported(t.method) && strings.HasPrefix(t.iface, e.path+".") {
		return true
	}
	name, ok := strings.CutPrefix(t.iface, e.path+".")
	return ok && !ast.IsExported(name)
}

// implementers returns the methods that a call through an interface may be, of
// the types that the package converts.
func (e *engine) implementers(t *target) []provider {
	id := t.key[1 : 1+identityLen]
	var out []provider
	for _, c := range e.converted {
		if !c.methods[id] {
			continue
		}
		set := e.prog.MethodSets.MethodSet(c.typ)
		for sel := range set.Methods() {
			if fn, ok := sel.Obj().(*types.Func); ok && fn.Name() == t.method && methodIdentity(fn.Origin()) == id {
				p := provider{key: funcKey(fn.Origin())}
				if fn.Pkg() == e.pkg {
					p.fn = e.prog.FuncValue(fn.Origin())
				}
				out = append(out, p)
			}
		}
	}
	return out
}

// universal are the packages whose interfaces say nothing about who implements
// them: calls through them are resolved only where the concrete type is known.
var universal = map[string]bool{
	"": true, "io": true, "fmt": true, "errors": true, "sort": true, "context": true, "hash": true,
	"encoding": true, "flag": true, "net": true, "reflect": true, "io/fs": true, "os": true,
	"go/ast": true, "go/types": true, "container/heap": true, "math/rand": true, "math/rand/v2": true,
	"encoding/json": true, "encoding/gob": true, "image": true, "image/color": true, "image/draw": true,
	"crypto": true, "crypto/cipher": true, "crypto/elliptic": true, "cmp": true, "log/slog": false,
}

// interfaceKey names a call of m through an interface of type t; "" if it is
// not resolved by the types that implement it.
func interfaceKey(t types.Type, m *types.Func) string {
	named, ok := types.Unalias(t).(*types.Named)
	if ok {
		obj := named.Obj()
		if obj.Pkg() == nil || universal[pkgPath(obj.Pkg())] {
			return ""
		}
	}
	iface, ok := t.Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 {
		return ""
	}
	if _, ok := t.(*types.TypeParam); ok {
		return ""
	}
	ids := make([]string, iface.NumMethods())
	for i := range ids {
		ids[i] = methodIdentity(iface.Method(i))
	}
	slices.Sort(ids)
	return "I" + methodIdentity(m) + ":" + strings.Join(ids, "")
}

// identityLen is the length of a method's identity.
const identityLen = 12

// methodIdentity is a hash of a method's name and signature, and of its
// package if it is unexported.
func methodIdentity(m *types.Func) string {
	h := fnv.New64a()
	if !m.Exported() && m.Pkg() != nil {
		h.Write([]byte(pkgPath(m.Pkg())))
	}
	h.Write([]byte(m.Name()))
	qualify := func(p *types.Package) string { return pkgPath(p) }
	h.Write([]byte(types.TypeString(types.NewSignatureType(nil, nil, nil, m.Signature().Params(), m.Signature().Results(), m.Signature().Variadic()), qualify)))
	s := strconv.FormatUint(h.Sum64(), 36)
	if len(s) > identityLen {
		s = s[len(s)-identityLen:]
	}
	return strings.Repeat("0", identityLen-len(s)) + s
}

func methodID(m *types.Func) string { return m.Name() }

// methodOf returns the method of the value behind an argument, if its concrete
// type is in sight.
func (f *flow) methodOf(fr *frame, arg ssa.Value, name string) *funcRef {
	v, t := concrete(arg)
	if t == nil {
		if !types.IsInterface(arg.Type()) && arg.Type() != nil {
			v, t = arg, arg.Type()
		} else {
			return nil
		}
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, f.pkg, name)
	m, ok := obj.(*types.Func)
	if !ok {
		return nil
	}
	fn := f.method(t, m)
	if fn == nil {
		return nil
	}
	ref := f.refOf(fn)
	ref.recv, ref.rval, ref.env = f.loc(fr, v), v, nil
	return ref
}

// collect reads what the whole package says about values: who makes closures,
// which fields are assigned, which functions are stored, which types become
// interfaces, which lock belongs to a Cond.
func (e *engine) collect(fns []*ssa.Function) {
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if mc, ok := instr.(*ssa.MakeClosure); ok {
					if f := mc.Fn.(*ssa.Function); f.Parent() != nil {
						e.makers[f] = mc
					}
				}
			}
		}
	}
	for _, fn := range fns {
		fr := e.rootFrame(fn)
		var links []link
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				e.collectFrom(fr, instr)
				links = e.linksOf(fr, instr, links)
			}
		}
		e.pairLinks(links)
	}
}

func (e *engine) collectFrom(fr *frame, instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.MakeInterface:
		e.convert(instr.X.Type(), instr.Type())
	case *ssa.Store:
		e.collectStore(fr, instr)
	case *ssa.MapUpdate:
		if isFunc(instr.Value) {
			e.storeFunc(fr, e.storeKey(e.loc(fr, instr.Map)), "[]", instr.Value)
		}
	case *ssa.Call:
		b, ok := instr.Call.Value.(*ssa.Builtin)
		if ok && b.Name() == "append" && len(instr.Call.Args) == 2 {
			key := e.storeKey(e.loc(fr, instr.Call.Args[0]))
			for _, v := range elements(instr.Call.Args[1]) {
				if isFunc(v) {
					e.storeFunc(fr, key, "[]", v)
				}
			}
		}
	}
}

// A conversion is a concrete type that becomes an interface, with the methods
// of the interfaces that it becomes: only those can be called on it unseen.
type conversion struct {
	typ     types.Type
	methods map[string]bool // nil: any
}

func (e *engine) convert(t, to types.Type) {
	iface, ok := to.Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 {
		return
	}
	name := typeString(t)
	c := e.converted[name]
	if c == nil {
		c = &conversion{t, make(map[string]bool)}
		e.converted[name] = c
	}
	for m := range iface.Methods() {
		c.methods[methodIdentity(m)] = true
	}
}

func isFunc(v ssa.Value) bool {
	_, ok := v.Type().Underlying().(*types.Signature)
	return ok
}

func (e *engine) collectStore(fr *frame, st *ssa.Store) {
	switch addr := st.Addr.(type) {
	case *ssa.FieldAddr:
		p := e.loc(fr, addr)
		if _, fresh := addr.X.(*ssa.Alloc); !fresh {
			e.assigned[p.owner+"."+p.name] = true
		}
		e.pairCond(fr, p, st.Val)
		if !ast.IsExported(p.name) && isLockType(st.Val.Type()) && isReference(st.Val.Type()) {
			e.lockFields[p.owner+"."+p.name] = append(e.lockFields[p.owner+"."+p.name], e.loc(fr, st.Val))
		}
		if isFunc(st.Val) {
			e.storeFunc(fr, e.storeKey(p), "", st.Val)
		}
	case *ssa.Global:
		if fr.fn.Name() != "init" {
			e.assigned[objKeyOfGlobal(addr)] = true
		}
		e.pairCond(fr, e.loc(fr, addr), st.Val)
		if isFunc(st.Val) {
			e.storeFunc(fr, e.storeKey(e.loc(fr, addr)), "", st.Val)
		}
	}
}

func (e *engine) storeFunc(fr *frame, key, suffix string, v ssa.Value) {
	if key == "" {
		return
	}
	if suffix != "" && !strings.HasSuffix(key, suffix) {
		key += suffix
	}
	f := &flow{engine: e}
	if ref := f.resolve(fr, nil, v); ref != nil {
		e.stored(key, ref)
	} else if e.loc(fr, v).root().kind == rootParam {
		e.openKeys[key] = true // a caller knows
	}
}

// pairCond notes which lock the Cond at p uses, relative to the object that
// holds both.
func (e *engine) pairCond(fr *frame, p *path, v ssa.Value) {
	var lock ssa.Value
	if call, ok := v.(*ssa.Call); ok && isNewCond(call) {
		lock = call.Call.Args[0]
	} else if p.kind == stepField && p.owner == "sync.Cond" && p.name == "L" {
		lock, p = v, p.parent
	}
	if lock == nil {
		return
	}
	l := e.loc(fr, lock)
	if p.kind == rootGlobal {
		if l.root().kind == rootGlobal {
			e.condLocks[p.name] = l
		}
		return
	}
	if p.kind != stepField || !l.hasPrefix(p.parent) {
		return
	}
	base := e.paths.foreign("cond", "")
	e.condLocks[p.owner+"."+p.name] = e.paths.replace(l, p.parent, base)
}

// elements returns the values put into a slice that a variadic call makes.
func elements(v ssa.Value) []ssa.Value {
	sl, ok := v.(*ssa.Slice)
	if !ok {
		return nil
	}
	arr, ok := sl.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var out []ssa.Value
	for _, ref := range *arr.Referrers() {
		if ia, ok := ref.(*ssa.IndexAddr); ok {
			for _, r := range *ia.Referrers() {
				if st, ok := r.(*ssa.Store); ok && st.Addr == ia {
					out = append(out, st.Val)
				}
			}
		}
	}
	return out
}

func typeString(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return pkgPath(p) })
}

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
