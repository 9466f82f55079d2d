package lockflow

import (
	"fmt"
	"go/ast"
	"go/types"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
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

// holderOf returns the object whose field p is, or is an element of.
func holderOf(p *path) *path {
	for p != nil && p.kind != stepField {
		p = p.parent
	}
	if p == nil {
		return nil
	}
	return p.parent
}

// fieldOwner returns the argument of a call that stores a function in a field:
// the one whose type has the field.
func (e *engine) fieldOwner(key string, in *invocation) *path {
	for i := range in.ref.fn.Params {
		var p *path
		if in.recv != nil && i == 0 {
			p = in.recv
		} else if v := in.argument(i); v != nil {
			p = e.loc(in.fr, v)
		}
		if p != nil && strings.HasPrefix(key, "F"+lockclass.TypeKey(in.ref.fn.Params[i].Type())+".") {
			return p
		}
	}
	return nil
}

// stored notes that ref, stored in a field of owner, may be called by whoever
// calls key.
func (e *engine) stored(key string, ref *funcRef, owner *path, in *ssa.Function) {
	if in != nil {
		e.storedAt[key] = append(e.storedAt[key], storedFunc{ref, owner, in})
	}
	p := provider{fn: ref.fn, key: ref.key}
	if p.key == "" && ref.obj != nil {
		p.key = lockclass.FuncKey(ref.obj)
	}
	if p.key == "" && ref.fn != nil {
		p.key = e.closureKey(ref.fn)
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
	k := t.method + t.key
	if got, ok := e.behindCall[k]; ok {
		return got
	}
	got := e.findImplementers(t)
	slices.SortFunc(got, func(a, b provider) int { return strings.Compare(a.key, b.key) })
	e.behindCall[k] = got
	return got
}

func (e *engine) findImplementers(t *target) []provider {
	id := t.key[1 : 1+identityLen]
	var out []provider
	for _, c := range e.converted {
		if !c.methods[id] {
			continue
		}
		set := e.prog.MethodSets.MethodSet(c.typ)
		for sel := range set.Methods() {
			if fn, ok := sel.Obj().(*types.Func); ok && fn.Name() == t.method && (methodIdentity(fn.Origin()) == id || looseIdentity(fn.Origin()) == id) {
				p := provider{key: lockclass.FuncKey(fn.Origin())}
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
		if obj.Pkg() == nil || universal[lockclass.PkgPath(obj.Pkg())] {
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
	identity := methodIdentity
	if named != nil && named.TypeParams().Len() > 0 {
		identity = looseIdentity
	}
	ids := make([]string, iface.NumMethods())
	for i := range ids {
		ids[i] = identity(iface.Method(i))
	}
	slices.Sort(ids)
	return "I" + identity(m) + ":" + strings.Join(ids, "")
}

// interfaceKey is interfaceKey, worked out once for each method.
func (e *engine) interfaceKey(t types.Type, m *types.Func) string {
	k := calledMethod{t, m}
	key, ok := e.ifaceKeys[k]
	if !ok {
		key = interfaceKey(t, m)
		e.ifaceKeys[k] = key
	}
	return key
}

type calledMethod struct {
	t types.Type
	m *types.Func
}

// identityLen is the length of a method's identity.
const identityLen = 12

// methodIdentity is a hash of a method's name and signature, without the names
// of its parameters, and of its package if it is unexported.
func methodIdentity(m *types.Func) string {
	sig := m.Signature()
	text := signatureKey(sig)
	if sig.Variadic() {
		text += "..."
	}
	return hashIdentity(m, text)
}

// signatureKey is what functions have in common that can be assigned to one
// variable.
func signatureKey(sig *types.Signature) string {
	var b strings.Builder
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range tuple.Variables() {
			b.WriteString(typeString(v.Type()))
			b.WriteByte(',')
		}
		b.WriteByte(')')
	}
	return b.String()
}

// looseIdentity is the identity of a method of a generic interface, of which
// the caller's package sees only the type parameters: how many parameters and
// results it has.
func looseIdentity(m *types.Func) string {
	sig := m.Signature()
	return hashIdentity(m, fmt.Sprint(sig.Params().Len(), sig.Results().Len()))
}

func hashIdentity(m *types.Func, sig string) string {
	h := fnv.New64a()
	if !m.Exported() && m.Pkg() != nil {
		h.Write([]byte(lockclass.PkgPath(m.Pkg())))
	}
	h.Write([]byte(m.Name()))
	h.Write([]byte(sig))
	s := strconv.FormatUint(h.Sum64(), 36)
	if len(s) > identityLen {
		s = s[len(s)-identityLen:]
	}
	return strings.Repeat("0", identityLen-len(s)) + s
}

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
