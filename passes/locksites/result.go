package locksites

import (
	"go/ast"
	"go/types"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// resultsOf returns what the results of fn always lead to, and the summary to
// which their parameters belong.
func (r *reader) resultsOf(fn *types.Func) ([]*path, *summary) {
	if f := r.funcs[fn]; f != nil {
		return r.results(f), f.sum
	}
	if fn.Pkg() == nil || fn.Pkg() == r.pkg {
		return nil, nil
	}
	if sum := r.imported(fn); sum != nil {
		return sum.results, sum
	}
	return nil, nil
}

// results names the results of f that may lead to a lock without a named struct
// on the way and are always the same; nil if there are none.
func (r *reader) results(f *function) []*path {
	if f.resultsKnown {
		return f.results
	}
	f.resultsKnown = true // even while they are worked out: a recursion adds nothing
	n := f.sig.Results().Len()
	relevant := make([]bool, n)
	any := false
	for i := range n {
		relevant[i] = r.leadsToLock(f.sig.Results().At(i).Type())
		any = any || relevant[i]
	}
	if !any {
		return nil
	}
	out := make([]*path, n)
	for _, ret := range returns(f.body) {
		for i := range n {
			if relevant[i] {
				out[i] = r.join(out[i], r.returnedValue(f, ret, i))
			}
		}
	}
	any = false
	for i, p := range out {
		if p == nil {
			continue
		}
		if r.meansToCallers(f, p) {
			any = true
		} else {
			out[i] = nil
		}
	}
	if any {
		f.results = out
	}
	return f.results
}

// meansToCallers reports whether callers of f can make anything of p.
func (r *reader) meansToCallers(f *function, p *path) bool {
	if p.kind == rootCond {
		p = p.parent
	}
	root := p.root()
	_, known := r.classOf(p)
	return known || root.kind == rootParam && root.sum == f.sum || p.kind == rootFresh
}

// returnedValue is the path of what result i of a return statement leads to, nil
// for nil.
func (r *reader) returnedValue(f *function, ret *ast.ReturnStmt, i int) *path {
	switch {
	case len(ret.Results) == f.sig.Results().Len():
		if isNil(r.info, ret.Results[i]) {
			return nil
		}
		return r.base(f.scope, ret.Results[i])
	case len(ret.Results) == 1:
		if call, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr); ok {
			return r.result(f.scope, call, i)
		}
	case len(ret.Results) == 0:
		if p := r.held(f.scope, f.sig.Results().At(i)); p != nil {
			return p
		}
	}
	return &path{kind: rootValue}
}

// returns lists the return statements of a function, without those of the
// literals in it.
func returns(body *ast.BlockStmt) []*ast.ReturnStmt {
	var list []*ast.ReturnStmt
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			list = append(list, n)
		}
		return true
	})
	return list
}

// leadsToLock reports whether a value of type t leads to a lock whose class
// depends on where the value comes from: there is no struct between that names
// it.
func (r *reader) leadsToLock(t types.Type) bool {
	if known, ok := r.leads[t]; ok {
		return known
	}
	r.leads[t] = false
	leads := r.leadsAnew(t)
	r.leads[t] = leads
	return leads
}

func (r *reader) leadsAnew(t types.Type) bool {
	if !isReference(t) {
		return false
	}
	if lockclass.PointsToLock(t) {
		return true
	}
	for range 4 {
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		case *types.Map:
			t = u.Elem()
		case *types.Struct:
			return true
		default:
			return lockclass.IsLock(t) || r.isWrapper(lockclass.TypeKey(t))
		}
	}
	return false
}
