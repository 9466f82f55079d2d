package locksites

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// alias returns what the field at p leads to, if it is another name for a lock:
// if all that the package stores there is of one class.
func (r *reader) alias(p *path) *path {
	key := p.owner + "." + p.name
	if q, ok := r.aliases[key]; ok {
		return q
	}
	r.aliases[key] = nil // while it is being worked out
	stores := r.stores[key]
	switch {
	case stores == nil:
	case p.typ != nil && types.IsInterface(p.typ):
		if !ast.IsExported(p.name) || unexported(p.owner) {
			r.aliases[key] = r.behind(p, stores)
		}
	case !ast.IsExported(p.name):
		r.aliases[key] = r.pointedTo(stores)
	}
	return r.aliases[key]
}

// pointedTo returns the lock that all stores point to, nil if there are several.
func (r *reader) pointedTo(stores []store) *path {
	var only *path
	class := ""
	for _, st := range stores {
		if st.value == nil {
			return nil
		}
		p := r.value(st.scope, st.value)
		c, known := r.classOf(p)
		if !known || only != nil && c != class {
			return nil
		}
		only, class = p, c
	}
	return only
}

// behind returns what is behind the interface in the variable p, if its locks
// have the same class after all stores. Values that are made for the variable are
// named by it.
func (r *reader) behind(p *path, stores []store) *path {
	var only *path
	for _, st := range stores {
		if st.value == nil || isNil(r.info, st.value) {
			return nil
		}
		q := r.value(st.scope, st.value)
		if q.kind == rootFresh {
			q = &path{parent: p, kind: stepDeref, typeRef: q.typeRef, also: q.also}
		} else if q.param() != nil {
			q = &path{kind: rootValue, typeRef: q.typeRef} // the type may be enough
		}
		switch {
		case only == nil:
			only = q
		case only.equal(q):
			only = only.orLike(q)
		case !only.sameTypes(q) || r.classBehind(only) != r.classBehind(q):
			return nil
		}
	}
	if r.classBehind(only) == "" {
		return nil
	}
	return only
}

// classBehind names the classes of what Lock acquires, called on p through an
// interface; "" if that is not known.
func (r *reader) classBehind(p *path) string {
	targets, settled := r.settle(p, "Lock")
	if !settled {
		return ""
	}
	names := "locks"
	for _, t := range targets {
		class, known := r.classOf(t.lock)
		if !known {
			return ""
		}
		names += " " + class
	}
	return names
}

// unexported reports whether the type of that key is its package's own.
func unexported(key string) bool { return !ast.IsExported(key[strings.LastIndexByte(key, '.')+1:]) }

// global returns what a package variable of an interface type leads to, nil if
// that is not known.
func (r *reader) global(v *types.Var) *path {
	if !types.IsInterface(v.Type()) || v.Pkg() != r.pkg {
		return nil
	}
	key := lockclass.ObjKey(v)
	p, ok := r.aliases[key]
	if !ok {
		r.aliases[key] = nil // while it is being worked out
		if stores := r.stores[key]; stores != nil {
			p = r.behind(&path{kind: rootVariable, name: key, typeRef: ofType(v.Type())}, stores)
			r.aliases[key] = p
		}
	}
	return p
}
