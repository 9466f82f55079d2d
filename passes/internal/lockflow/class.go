package lockflow

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A class is the name under which a lock obeys the same rules as others.
type class struct {
	name string
	weak bool // known only by its wrapper or by an ambiguous site
}

// classOf names the class of the lock at p: the field of the innermost named
// struct that is not a wrapper, or the variable. A wrapper's own lock is named
// by whatever holds the wrapper; where that is out of sight the class is weak.
func classOf(p *path, isWrapper func(owner string) bool) class {
	suffix := ""
	owner := ""
	for q := p; ; q = q.parent {
		switch q.kind {
		case stepField:
			suffix = "." + q.name + suffix
			if q.owner != "" {
				owner = q.owner
				if !isWrapper(q.owner) {
					return class{name: q.owner + suffix}
				}
			}
		case stepIndex:
			suffix = "[]" + suffix
		case stepDeref, stepRLocker, stepFlag, stepSlots:
		case rootGlobal:
			return class{name: q.name + suffix}
		case rootAlloc:
			if q.name != "" {
				return class{name: pkgOf(q.val) + "." + q.name + suffix}
			}
			return class{name: owner + suffix, weak: true}
		default:
			if owner == "" {
				owner = q.owner
			}
			return class{name: owner + suffix, weak: true}
		}
	}
}

func pkgOf(v ssa.Value) string {
	fn := v.Parent()
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if fn.Pkg != nil {
		return pkgPath(fn.Pkg.Pkg)
	}
	if o := fn.Origin(); o != nil && o.Pkg != nil {
		return pkgPath(o.Pkg.Pkg)
	}
	return "?"
}

// class names the class of the lock at p. A field that only ever points to the
// lock of another object is another name for that lock.
func (e *engine) class(p *path) class {
	if e.classesOf != len(e.wrappers) { // the names depend on what is a wrapper
		e.classes, e.classesOf = make(map[*path]class), len(e.wrappers)
	}
	c, ok := e.classes[p]
	if !ok {
		c = e.nameClass(p)
		e.classes[p] = c
	}
	return c
}

func (e *engine) nameClass(p *path) class {
	for range 3 {
		if p.kind != stepDeref || p.parent.kind != stepField {
			break
		}
		q := e.alias(p.parent)
		if q == nil {
			break
		}
		p = q
	}
	return classOf(p, e.isWrapper)
}

// alias returns the lock that the package stores in a field, if all that is
// stored there is of one class.
func (e *engine) alias(field *path) *path {
	var only *path
	for _, p := range e.lockFields[field.owner+"."+field.name] {
		c := classOf(p, e.isWrapper)
		if c.weak || only != nil && classOf(only, e.isWrapper).name != c.name {
			return nil
		}
		only = p
	}
	return only
}

// isWrapper reports whether the named struct owner stands for the lock inside
// it, so that its class is that of its holder.
func (e *engine) isWrapper(owner string) bool {
	if w, ok := e.wrappers[owner]; ok {
		return w
	}
	return e.imported.isWrapper(owner)
}

// maxWrapperFields bounds the structs that are taken for wrappers: a larger one
// is an object of its own.
const maxWrapperFields = 3

// findWrappers decides which types of the package are wrappers, as far as
// their declarations tell: types with the method set of a lock; generic types
// around a value of their parameter; types embedded in several others. Types
// whose methods return with their lock held join them when the package also
// has them as parts of other types.
func (e *engine) findWrappers() {
	twins := make(map[string]bool)   // types of which one struct has two
	parts := make(map[string]int)    // how often a type is a field's type, by value
	embedded := make(map[string]int) // … in an embedded field
	scope := e.pkg.Scope()
	var named []*types.Named
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		n, ok := tn.Type().(*types.Named)
		if !ok {
			continue
		}
		named = append(named, n)
		if st, ok := n.Underlying().(*types.Struct); ok {
			e.nameLinks(n, st)
			mine := make(map[string]int)
			countParts(st, mine, embedded)
			for key, k := range mine {
				parts[key] += k
				twins[key] = twins[key] || k > 1
			}
		}
	}
	for _, n := range named {
		st, ok := n.Underlying().(*types.Struct)
		if !ok {
			continue
		}
		key := objKey(n.Obj())
		e.generic[key] = n.TypeParams().Len() > 0
		e.parts[key] = parts[key]
		small := st.NumFields() <= maxWrapperFields
		if !small {
			e.parts[key] = 0
		} else if plain(st) && hasMethod(n, "Lock") {
			e.parts[key]++ // a lock with a name: others have it as theirs
		}
		if declaresLock(n) || small && (aroundParameter(n, st) || embedded[key] > 1 || twins[key]) {
			e.wrappers[key] = true
		}
	}
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
		if !basic && !isLockType(f.Type()) {
			return false
		}
	}
	return true
}

func countParts(st *types.Struct, parts, embedded map[string]int) {
	for i := range st.NumFields() {
		f := st.Field(i)
		t := f.Type()
		for {
			switch u := types.Unalias(t).(type) {
			case *types.Array:
				t = u.Elem()
				continue
			case *types.Slice:
				t = u.Elem()
				continue
			case *types.Map:
				t = u.Elem()
				continue
			}
			break
		}
		if inner, ok := types.Unalias(t).(*types.Struct); ok {
			countParts(inner, parts, embedded)
			continue
		}
		if _, ok := types.Unalias(t).(*types.Named); !ok {
			continue
		}
		key := typeKey(t)
		parts[key]++
		if f.Embedded() {
			embedded[key]++
		}
	}
}

// declaresLock reports whether n declares Lock and Unlock itself.
func declaresLock(n *types.Named) bool {
	lock, unlock := false, false
	for i := range n.NumMethods() {
		switch m := n.Method(i); m.Name() {
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
	for i := range st.NumFields() {
		t := types.Unalias(st.Field(i).Type())
		if _, ok := t.(*types.TypeParam); ok {
			value = true
		} else if !isLockType(t) {
			return false
		}
	}
	return value
}

// noteWrapper makes the receiver's type of fn a wrapper if fn returns with a
// lock of its receiver held and the type is part of another.
//
// A generic type that runs a function of its caller's under its lock becomes a
// wrapper too: one class for a container, whatever it contains, would order
// everything that its users do in such functions.
func (e *engine) noteWrapper(fn *ssa.Function, sum *summary) {
	for _, o := range sum.ops {
		if o.target == nil || o.target.kind != targetParam {
			continue
		}
		for _, h := range o.held {
			if owner := h.path.owner; h.path.kind == stepField && e.generic[owner] {
				e.wrappers[owner] = true
			}
		}
	}
	recv := fn.Signature.Recv()
	if recv == nil {
		return
	}
	key := typeKey(recv.Type())
	if e.parts[key] == 0 || e.wrappers[key] {
		return
	}
	for _, x := range sum.exits {
		for _, h := range x.held {
			if r := h.path.root(); r.kind == rootParam && r.index == 0 && !strings.Contains(h.path.suffix(r), "[") && directPart(h.path) {
				e.wrappers[key] = true
			}
		}
	}
}

// directPart reports whether p lies in the object its root points to.
func directPart(p *path) bool {
	for ; p.parent != nil; p = p.parent {
		if p.kind == stepDeref {
			return false
		}
	}
	return true
}
