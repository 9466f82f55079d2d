package locksites

import (
	"go/ast"
	"go/types"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// assignment notes what is stored in fields and package variables.
func (r *reader) assignment(s *scope, n *ast.AssignStmt) {
	if len(n.Lhs) != len(n.Rhs) {
		for _, lhs := range n.Lhs {
			r.store(s, lhs, nil)
		}
		return
	}
	for i, lhs := range n.Lhs {
		r.store(s, lhs, n.Rhs[i])
	}
}

func (r *reader) declaration(s *scope, n *ast.ValueSpec) {
	for i, name := range n.Names {
		switch len(n.Values) {
		case 0:
		case len(n.Names):
			r.store(s, name, n.Values[i])
		default:
			r.store(s, name, nil)
		}
	}
}

// store notes an assignment, if it may lead to a lock. value is nil if it is one
// of several results.
func (r *reader) store(s *scope, lhs, value ast.Expr) {
	v, ok := r.objectOf(ast.Unparen(lhs)).(*types.Var)
	if !ok {
		return
	}
	if call, ok := value.(*ast.CallExpr); ok && r.makesOnce(call) {
		r.keepOnce(r.variableKey(lhs, v), call)
	}
	if !r.pointsToLock(v.Type()) {
		return
	}
	st := store{target: lhs, value: value, scope: s}
	switch {
	case lockclass.TypeKey(v.Type()) == "sync.Cond", v.IsField() && v.Name() == "L":
		r.condStores = append(r.condStores, st)
	case v.IsField() || types.IsInterface(v.Type()):
		if key := r.variableKey(lhs, v); key != "" {
			r.stores[key] = append(r.stores[key], st)
		}
	}
}

// composite notes what a struct literal stores in its fields.
func (r *reader) composite(s *scope, n *ast.CompositeLit) {
	t := r.typeOf(n)
	if t == nil || len(n.Elts) == 0 {
		return
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	owner := lockclass.TypeKey(t)
	if owner == "sync.Cond" {
		return // told by whatever holds the Cond
	}
	for i, elt := range n.Elts {
		var field *types.Var
		value := elt
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok {
				field, _ = r.info.ObjectOf(key).(*types.Var)
			}
			value = kv.Value
		} else if i < st.NumFields() {
			field = st.Field(i)
		}
		if field == nil {
			continue
		}
		if call, ok := value.(*ast.CallExpr); ok && r.makesOnce(call) {
			r.keepOnce(owner+"."+field.Name(), call)
		}
		if owner != "" && r.pointsToLock(field.Type()) {
			st := store{key: owner + "." + field.Name(), value: value, scope: s}
			if lockclass.TypeKey(field.Type()) == "sync.Cond" {
				r.condStores = append(r.condStores, st)
			} else {
				r.stores[st.key] = append(r.stores[st.key], st)
			}
		}
	}
}

// keepOnce notes that a field or variable holds what sync.OnceFunc or one of its
// kind made.
func (r *reader) keepOnce(key string, maker *ast.CallExpr) {
	if key != "" && key[0] != '.' {
		r.onces[key] = lockclass.FuncKey(r.callee(maker))
	}
}

// makesOnce reports whether a call makes a function of sync.OnceFunc's kind.
func (r *reader) makesOnce(c *ast.CallExpr) bool {
	fn := r.callee(c)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "sync" {
		return false
	}
	sum := r.imported(fn)
	return sum != nil && len(sum.made) > 0
}

// pointsToLock reports whether values of type t lead to a lock, by way of no
// struct but that of a Cond or an Once.
func (r *reader) pointsToLock(t types.Type) bool {
	leads, ok := r.pointTo[t]
	if !ok {
		leads = lockclass.PointsToLock(t)
		r.pointTo[t] = leads
	}
	return leads
}

// variableKey names the field or variable v that e stands for, "" if it has no
// name of its own.
func (r *reader) variableKey(e ast.Expr, v *types.Var) string {
	if v.IsField() {
		if owner := r.ownerKey(e); owner != "" {
			return owner + "." + v.Name()
		}
		return ""
	}
	if v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return ""
	}
	return lockclass.ObjKey(v)
}

// ownerKey names the struct whose field a selector selects.
func (r *reader) ownerKey(e ast.Expr) string {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	s := r.info.Selections[sel]
	if s == nil {
		return ""
	}
	t := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		st := structOf(t)
		if st == nil || i >= st.NumFields() {
			return ""
		}
		t = st.Field(i).Type()
	}
	return lockclass.TypeKey(t)
}

// structOf returns the struct that t is or points to, nil if it is none.
func structOf(t types.Type) *types.Struct {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	st, _ := t.Underlying().(*types.Struct)
	return st
}
