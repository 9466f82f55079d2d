// Package lockclass holds the rules by which a lock gets the name of its class:
// the field of the innermost named struct that is not a wrapper, or the
// variable. The engine applies them to SSA values and the table of acquisition
// sites to syntax, so that both call a lock by one name.
package lockclass

import (
	"go/types"
	"strings"
)

// A Name is the name of a class in the making. It is told the steps of an
// access path from the lock towards the root, until one of them completes it.
type Name struct {
	steps string
	owner string // of the outermost wrapper so far
}

// Field is a field of the named struct owner, or of an anonymous one if owner
// is empty. It completes the name unless owner is a wrapper, whose lock is named
// by whatever holds the wrapper.
func (n *Name) Field(name, owner string, isWrapper func(owner string) bool) (class string, complete bool) {
	n.steps = "." + name + n.steps
	if owner == "" {
		return "", false
	}
	n.owner = owner
	return owner + n.steps, !isWrapper(owner)
}

// Index is an element of an array, slice or map.
func (n *Name) Index() { n.steps = "[]" + n.steps }

// In completes the name of a lock that a variable holds.
func (n *Name) In(variable string) string { return variable + n.steps }

// Weak is the name of a lock whose holder is out of sight. If no wrapper is in
// sight either, root is the type that the path begins with.
func (n *Name) Weak(root string) string {
	if n.owner != "" {
		root = n.owner
	}
	return root + n.steps
}

// TypeKey names the type that t points to, by the origin of generic types: its
// import path and name, or "" if it has no name.
func TypeKey(t types.Type) string {
	for {
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
			continue
		case *types.Named:
			return ObjKey(u.Origin().Obj())
		case *types.TypeParam:
			return "typeparam " + u.Obj().Name()
		}
		return ""
	}
}

// ObjKey is the package-qualified name of a type or variable. A type declared
// inside a function is told apart from others of its name by its position's
// order, which is as stable as the source.
func ObjKey(o types.Object) string {
	if o.Pkg() == nil {
		return o.Name()
	}
	key := PkgPath(o.Pkg()) + "." + o.Name()
	if o.Parent() != nil && o.Parent() != o.Pkg().Scope() {
		key += "·local"
	}
	return key
}

// PkgPath is p's import path, without the suffix that the go command gives to
// test variants.
func PkgPath(p *types.Package) string {
	path, _, _ := strings.Cut(p.Path(), " [")
	return path
}

// FuncName is the name of a declared function within its package, with that of
// its receiver's type.
func FuncName(fn *types.Func) string {
	if recv := fn.Signature().Recv(); recv != nil {
		key := TypeKey(recv.Type())
		return key[strings.LastIndexByte(key, '.')+1:] + "." + fn.Name()
	}
	return fn.Name()
}

// FuncKey names a declared function across packages.
func FuncKey(fn *types.Func) string {
	if fn.Pkg() == nil {
		return fn.Name()
	}
	return PkgPath(fn.Pkg()) + "." + FuncName(fn)
}
