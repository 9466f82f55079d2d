package lockclass

import "go/types"

// Declared is what the declarations of a package say of its struct types, by
// key.
type Declared struct {
	Wrappers map[string]bool // stand for the lock inside them
	Generic  map[string]bool // have type parameters

	// Parts tells how often a type that may be a wrapper is a part of others.
	// What its methods do decides: see the users of this package.
	Parts map[string]int
}

// maxWrapperFields bounds the structs that are taken for wrappers: a larger one
// is an object of its own.
const maxWrapperFields = 3

// Declarations decides which types of a package are wrappers, as far as their
// declarations tell: types with the method set of a lock; generic types around a
// value of their parameter; types embedded in several others.
func Declarations(pkg *types.Package) Declared {
	d := Declared{make(map[string]bool), make(map[string]bool), make(map[string]int)}
	twins := make(map[string]bool)   // types of which one struct has two
	parts := make(map[string]int)    // how often a type is a field's type, by value
	embedded := make(map[string]int) // … in an embedded field
	structs := Structs(pkg)
	for _, n := range structs {
		mine := make(map[string]int)
		countParts(n.Underlying().(*types.Struct), mine, embedded)
		for key, k := range mine {
			parts[key] += k
			twins[key] = twins[key] || k > 1
		}
	}
	for _, n := range structs {
		st := n.Underlying().(*types.Struct)
		key := ObjKey(n.Obj())
		d.Generic[key] = n.TypeParams().Len() > 0
		d.Parts[key] = parts[key]
		small := st.NumFields() <= maxWrapperFields
		if !small {
			d.Parts[key] = 0
		} else if plain(st) && hasMethod(n, "Lock") {
			d.Parts[key]++ // a lock with a name: others have it as theirs
		}
		if declaresLock(n) || small && (aroundParameter(n, st) || embedded[key] > 1 || twins[key]) {
			d.Wrappers[key] = true
		}
	}
	return d
}

// Structs returns the struct types that a package declares, by name.
func Structs(pkg *types.Package) []*types.Named {
	var structs []*types.Named
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		n, ok := tn.Type().(*types.Named)
		if !ok {
			continue
		}
		if _, ok := n.Underlying().(*types.Struct); ok {
			structs = append(structs, n)
		}
	}
	return structs
}

func hasMethod(n *types.Named, name string) bool {
	for m := range n.Methods() {
		if m.Name() == name {
			return true
		}
	}
	return false
}

// plain reports whether a struct has nothing but locks and values of basic
// types.
func plain(st *types.Struct) bool {
	for f := range st.Fields() {
		_, basic := f.Type().Underlying().(*types.Basic)
		if !basic && !IsLock(f.Type()) {
			return false
		}
	}
	return true
}

func countParts(st *types.Struct, parts, embedded map[string]int) {
	for f := range st.Fields() {
		t := element(f.Type())
		switch u := t.(type) {
		case *types.Struct:
			countParts(u, parts, embedded)
		case *types.Named:
			key := TypeKey(u)
			parts[key]++
			if f.Embedded() {
				embedded[key]++
			}
		}
	}
}

// element returns what t is a collection of, or t.
func element(t types.Type) types.Type {
	for {
		switch u := types.Unalias(t).(type) {
		case *types.Array:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Map:
			t = u.Elem()
		default:
			return u
		}
	}
}

// declaresLock reports whether n declares Lock and Unlock itself.
func declaresLock(n *types.Named) bool {
	lock, unlock := false, false
	for m := range n.Methods() {
		switch m.Name() {
		case "Lock", "RLock":
			lock = lock || m.Signature().Params().Len() == 0
		case "Unlock", "RUnlock":
			unlock = unlock || m.Signature().Params().Len() == 0
		}
	}
	return lock && unlock
}

// aroundParameter reports whether n is a small generic struct of a lock and a
// value of the type parameter, like Guarded[T].
func aroundParameter(n *types.Named, st *types.Struct) bool {
	if n.TypeParams().Len() == 0 {
		return false
	}
	value := false
	for f := range st.Fields() {
		t := types.Unalias(f.Type())
		if _, ok := t.(*types.TypeParam); ok {
			value = true
		} else if !IsLock(t) {
			return false
		}
	}
	return value
}
