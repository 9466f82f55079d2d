package lockflow

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
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
	var n lockclass.Name
	for q := p; ; q = q.parent {
		switch q.kind {
		case stepField:
			if name, complete := n.Field(q.name, q.owner, isWrapper); complete {
				return class{name: name}
			}
		case stepIndex:
			n.Index()
		case stepDeref, stepRLocker, stepFlag, stepSlots:
		case rootGlobal:
			return class{name: n.In(q.name)}
		case rootAlloc:
			if q.name != "" {
				return class{name: n.In(pkgOf(q.val) + "." + q.name)}
			}
			return class{name: n.Weak(""), weak: true}
		default:
			return class{name: n.Weak(q.owner), weak: true}
		}
	}
}

func pkgOf(v ssa.Value) string {
	fn := v.Parent()
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if fn.Pkg != nil {
		return lockclass.PkgPath(fn.Pkg.Pkg)
	}
	if o := fn.Origin(); o != nil && o.Pkg != nil {
		return lockclass.PkgPath(o.Pkg.Pkg)
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

// findWrappers decides which types of the package are wrappers, as far as
// their declarations tell. Types whose methods return with their lock held join
// them when the package also has them as parts of other types.
func (e *engine) findWrappers() {
	d := lockclass.Declarations(e.pkg)
	e.wrappers, e.generic, e.parts = d.Wrappers, d.Generic, d.Parts
	for _, n := range lockclass.Structs(e.pkg) {
		e.nameLinks(n, n.Underlying().(*types.Struct))
	}
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
	key := lockclass.TypeKey(recv.Type())
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
