package locksites

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// location returns the path of the variable that e denotes, or of the value that
// e is. A copy of a struct is as good as the struct: what its pointers lead to is
// the same.
func (r *reader) location(s *scope, e ast.Expr) *path {
	t := r.typeOf(e)
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.location(s, e.X)
	case *ast.Ident:
		if v, ok := r.info.ObjectOf(e).(*types.Var); ok {
			return r.variable(s, v)
		}
	case *ast.SelectorExpr:
		if sel := r.info.Selections[e]; sel != nil {
			if sel.Kind() == types.FieldVal {
				return r.steps(r.base(s, e.X), sel.Recv(), sel.Index())
			}
		} else if v, ok := r.info.ObjectOf(e.Sel).(*types.Var); ok {
			return r.variable(s, v)
		}
	case *ast.IndexExpr:
		return r.element(r.base(s, e.X), t)
	case *ast.StarExpr:
		return r.value(s, e.X)
	case *ast.CompositeLit:
		return r.made(s, e, t)
	case *ast.TypeAssertExpr, *ast.CallExpr:
		if t != nil && !isReference(t) {
			return r.value(s, e)
		}
	}
	return &path{kind: rootValue, at: e.Pos(), typeRef: ofType(t)}
}

// made returns the path of a composite literal.
func (r *reader) made(s *scope, e *ast.CompositeLit, t types.Type) *path {
	if t != nil && lockclass.TypeKey(t) == "sync.Cond" {
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok && types.ExprString(kv.Key) == "L" {
				return &path{kind: rootCond, parent: r.value(s, kv.Value), typeRef: ofType(t)}
			}
		}
	}
	return &path{kind: rootFresh, at: e.Pos(), typeRef: ofType(t)}
}

// base returns the path of the struct or collection that e is or leads to.
func (r *reader) base(s *scope, e ast.Expr) *path {
	if t := r.typeOf(e); t != nil && isReference(t) {
		return r.value(s, e)
	}
	return r.location(s, e)
}

// steps follows a selection through embedded fields.
func (r *reader) steps(p *path, t types.Type, index []int) *path {
	for n, i := range index {
		st := structOf(t)
		if st == nil || i >= st.NumFields() {
			return &path{kind: rootValue}
		}
		f := st.Field(i)
		p = r.field(p, f.Name(), lockclass.TypeKey(t), f.Type())
		t = f.Type()
		if n < len(index)-1 {
			p = r.load(p, t)
		}
	}
	return p
}

// variable returns the path of a variable.
func (r *reader) variable(s *scope, v *types.Var) *path {
	if v.Pkg() == nil {
		return &path{kind: rootValue, typeRef: ofType(v.Type())}
	}
	if v.Parent() == v.Pkg().Scope() {
		return &path{kind: rootVariable, name: lockclass.ObjKey(v), typeRef: ofType(v.Type())}
	}
	if p, ok := r.params[v]; ok && !isReference(v.Type()) {
		return &path{kind: rootParam, sum: p.fn.sum, index: p.index, typeRef: ofType(v.Type())}
	}
	if r.path == "sync" {
		return &path{kind: rootMade, sum: r.declared(s), typeRef: ofType(v.Type())}
	}
	return &path{kind: rootVariable, name: r.localName(s, v), typeRef: ofType(v.Type())}
}

// localName names a local variable by its function.
func (r *reader) localName(s *scope, v *types.Var) string {
	name := "init"
	if s.fn != nil {
		name = lockclass.FuncName(s.fn)
	}
	return r.path + "." + name + "." + v.Name()
}

// declared returns the summary of the function that s belongs to.
func (r *reader) declared(s *scope) *summary {
	if f := r.funcs[s.fn]; f != nil {
		return f.sum
	}
	return nil
}

// value returns the path of what e leads to: a pointer, an interface, a slice or
// a map. Of a struct it is the struct.
func (r *reader) value(s *scope, e ast.Expr) *path {
	t := r.typeOf(e)
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.value(s, e.X)
	case *ast.Ident:
		if v, ok := r.info.ObjectOf(e).(*types.Var); ok {
			if p := r.held(s, v); p != nil {
				return p
			}
			return r.load(r.variable(s, v), v.Type())
		}
	case *ast.SelectorExpr, *ast.IndexExpr, *ast.StarExpr:
		if t != nil {
			return r.load(r.location(s, e), t)
		}
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return r.location(s, e.X)
		}
	case *ast.SliceExpr:
		return r.base(s, e.X)
	case *ast.CompositeLit:
		return r.location(s, e)
	case *ast.TypeAssertExpr:
		p := r.value(s, e.X)
		if t != nil && !types.IsInterface(t) {
			return p.as(pointee(t))
		}
		return p
	case *ast.CallExpr:
		return r.result(s, e, 0)
	}
	return &path{kind: rootValue, at: e.Pos(), typeRef: ofType(pointee(t))}
}

// result returns the path of what result i of a call leads to.
func (r *reader) result(s *scope, c *ast.CallExpr, i int) *path {
	t := r.typeOf(c)
	if tuple, ok := t.(*types.Tuple); ok {
		if i >= tuple.Len() {
			return &path{kind: rootValue, at: c.Pos()}
		}
		t = tuple.At(i).Type()
	}
	if tv, ok := r.info.Types[c.Fun]; ok && tv.IsType() && len(c.Args) == 1 {
		p := r.value(s, c.Args[0])
		if t != nil && !types.IsInterface(t) {
			return p.as(pointee(t))
		}
		return p
	}
	if b, ok := r.objectOf(ast.Unparen(c.Fun)).(*types.Builtin); ok {
		switch {
		case b.Name() == "new":
			return &path{kind: rootFresh, at: c.Pos(), typeRef: ofType(pointee(t))}
		case b.Name() == "append" && len(c.Args) > 0:
			return r.value(s, c.Args[0])
		}
	}
	if fn := r.callee(c); fn != nil {
		if p := r.returned(s, c, fn, i); p != nil {
			return p
		}
	}
	return &path{kind: rootValue, at: c.Pos() + token.Pos(i), typeRef: ofType(pointee(t))}
}

// returned names the result of a call by what its function always returns: a
// getter is as good as the field it gets.
func (r *reader) returned(s *scope, c *ast.CallExpr, fn *types.Func, i int) *path {
	switch lockclass.FuncKey(fn) {
	case "sync.NewCond":
		if len(c.Args) == 1 {
			return &path{kind: rootCond, parent: r.value(s, c.Args[0]), typeRef: ofType(pointee(r.typeOf(c)))}
		}
	case "sync.RWMutex.RLocker":
		if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok {
			return r.step(r.receiver(s, sel), stepRLocker, nil)
		}
	}
	results, sum := r.resultsOf(fn)
	if i >= len(results) || results[i] == nil {
		return nil
	}
	return r.rebase(results[i], r.binding(s, c, fn.Signature(), sum))
}

// receiver returns the path of the receiver of the method that sel selects: what
// the embedded fields on the way lead to.
func (r *reader) receiver(s *scope, sel *ast.SelectorExpr) *path {
	selection := r.info.Selections[sel]
	if selection == nil {
		return &path{kind: rootValue, at: sel.Pos()}
	}
	p := r.base(s, sel.X)
	if embedded := selection.Index()[:len(selection.Index())-1]; len(embedded) > 0 {
		return r.embedded(p, selection.Recv(), embedded)
	}
	return p
}

// embedded returns the path of what the last of some embedded fields is or leads
// to.
func (r *reader) embedded(p *path, t types.Type, index []int) *path {
	p = r.steps(p, t, index)
	return r.load(p, p.typ)
}
