package locksites

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A source is an assignment to a local variable.
type source struct {
	expr ast.Expr // nil: unknown
	how  sourceKind
	i    int // of a result
}

type sourceKind uint8

const (
	wholeValue sourceKind = iota
	aResult               // result i of the call expr
	anElement             // what a range over expr yields
)

// held returns the path of what the variable v leads to, where that is better
// known than that it is in v; else nil. A value that is made for a local variable
// and goes nowhere else is named by the variable.
func (r *reader) held(s *scope, v *types.Var) *path {
	if v.IsField() || v.Pkg() == nil || !isReference(v.Type()) {
		return nil
	}
	if v.Parent() == v.Pkg().Scope() {
		return r.global(v)
	}
	if p, ok := r.values[v]; ok {
		return p
	}
	unknown := &path{kind: rootValue, at: v.Pos(), typeRef: ofType(pointee(v.Type()))}
	r.values[v] = unknown // while it is being worked out
	var p *path
	if param, ok := r.params[v]; ok {
		p = &path{kind: rootParam, sum: param.fn.sum, index: param.index, typeRef: ofType(pointee(v.Type()))}
	}
	for _, src := range r.sources(s)[v] {
		p = r.joinMade(p, r.sourceValue(s, src, v))
	}
	if p != nil && len(s.locals[v]) == 1 && s.uses[v] == 0 {
		p = r.named(s, v, p)
	}
	if p == nil {
		p = unknown
	} else if !types.IsInterface(v.Type()) {
		p = p.as(pointee(v.Type()))
	}
	r.values[v] = p
	return p
}

// named is p, with a value that is made for v named by it.
func (r *reader) named(s *scope, v *types.Var, p *path) *path {
	local := &path{kind: rootVariable, name: r.localName(s, v), typeRef: p.typeRef, also: p.also}
	switch {
	case p.kind == rootFresh:
		return local
	case p.kind == rootCond && p.parent.kind == rootFresh:
		lock := &path{parent: local, kind: stepField, name: "L", typeRef: p.parent.typeRef, also: p.parent.also}
		return &path{parent: lock, kind: rootCond, typeRef: p.typeRef}
	}
	return p
}

// sourceValue returns the path of what is assigned to v, nil if that is nothing
// new.
func (r *reader) sourceValue(s *scope, src source, v *types.Var) *path {
	switch {
	case src.expr == nil:
		return &path{kind: rootValue}
	case isNil(r.info, src.expr):
		return nil
	case src.how == aResult:
		if call, ok := ast.Unparen(src.expr).(*ast.CallExpr); ok {
			return r.result(s, call, src.i)
		}
		return &path{kind: rootValue, at: src.expr.Pos()}
	case src.how == anElement:
		elem := elementType(r.typeOf(src.expr))
		if elem == nil {
			return &path{kind: rootValue, at: src.expr.Pos()}
		}
		return r.load(r.element(r.base(s, src.expr), elem), elem)
	}
	if r.objectOf(ast.Unparen(src.expr)) == v {
		return nil
	}
	return r.value(s, src.expr)
}

func isNil(info *types.Info, e ast.Expr) bool {
	tv, ok := info.Types[e]
	return ok && tv.IsNil()
}

// elementType is the type of the elements of an array, slice or map, nil of
// others.
func elementType(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return u.Elem()
	case *types.Slice:
		return u.Elem()
	case *types.Map:
		return u.Elem()
	case *types.Pointer:
		if a, ok := u.Elem().Underlying().(*types.Array); ok {
			return a.Elem()
		}
	}
	return nil
}

// sources lists the assignments to the local variables of s that lead to
// something.
func (r *reader) sources(s *scope) map[*types.Var][]source {
	if s.locals != nil {
		return s.locals
	}
	s.locals, s.uses = make(map[*types.Var][]source), make(map[*types.Var]int)
	ast.Inspect(s.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if v, ok := r.info.Uses[n].(*types.Var); ok {
				s.uses[v]++
			}
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok {
				if v, ok := r.info.Uses[x].(*types.Var); ok {
					s.uses[v]--
				}
			}
		case *ast.AssignStmt:
			r.assigned(s, n.Lhs, n.Rhs)
		case *ast.ValueSpec:
			lhs := make([]ast.Expr, len(n.Names))
			for i, name := range n.Names {
				lhs[i] = name
			}
			r.assigned(s, lhs, n.Values)
		case *ast.RangeStmt:
			if n.Value != nil {
				r.assign(s, n.Value, source{expr: n.X, how: anElement})
			}
			if n.Key != nil {
				r.assign(s, n.Key, source{})
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				r.assign(s, n.X, source{}) // whoever has the address may assign
			}
		case *ast.TypeSwitchStmt:
			r.typeSwitch(s, n)
		}
		return true
	})
	return s.locals
}

func (r *reader) assigned(s *scope, lhs, rhs []ast.Expr) {
	if len(lhs) == len(rhs) {
		for i := range lhs {
			r.assign(s, lhs[i], source{expr: rhs[i]})
		}
		return
	}
	if len(rhs) != 1 {
		return // declared, and nil
	}
	for i := range lhs {
		src := source{expr: rhs[0], how: aResult, i: i}
		switch ast.Unparen(rhs[0]).(type) {
		case *ast.IndexExpr, *ast.TypeAssertExpr:
			src.how = wholeValue
		}
		r.assign(s, lhs[i], src)
	}
}

func (r *reader) assign(s *scope, lhs ast.Expr, src source) {
	id, ok := ast.Unparen(lhs).(*ast.Ident)
	if !ok {
		return
	}
	v, ok := r.info.ObjectOf(id).(*types.Var)
	if ok && v.Pkg() != nil && v.Parent() != v.Pkg().Scope() && isReference(v.Type()) {
		s.locals[v] = append(s.locals[v], src)
	}
}

// typeSwitch assigns the value of a type switch to the variables of its clauses.
func (r *reader) typeSwitch(s *scope, n *ast.TypeSwitchStmt) {
	a, ok := n.Assign.(*ast.AssignStmt)
	if !ok || len(a.Rhs) != 1 {
		return
	}
	assert, ok := ast.Unparen(a.Rhs[0]).(*ast.TypeAssertExpr)
	if !ok {
		return
	}
	for _, clause := range n.Body.List {
		if v, ok := r.info.Implicits[clause].(*types.Var); ok && isReference(v.Type()) {
			s.locals[v] = append(s.locals[v], source{expr: assert.X})
		}
	}
}
