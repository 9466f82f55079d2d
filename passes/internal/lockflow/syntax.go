package lockflow

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// A passer summarises the functions of a package that does nothing to locks
// itself, from its syntax: each function may do what the functions it calls
// may do. Nothing is held here, so neither order nor path matters.
type passer struct {
	*engine
	decls map[*types.Func]*ast.FuncDecl
	sums  map[*types.Func]*summary
}

func newPasser(e *engine) *passer {
	p := &passer{engine: e, decls: make(map[*types.Func]*ast.FuncDecl), sums: make(map[*types.Func]*summary)}
	for _, d := range funcDecls(e.pass) {
		if obj, ok := e.pass.TypesInfo.Defs[d.Name].(*types.Func); ok && d.Body != nil {
			p.decls[obj] = d
		}
	}
	return p
}

// summary returns what obj may do; within a recursion, what is known so far.
func (p *passer) summary(obj *types.Func) *summary {
	if s, ok := p.sums[obj]; ok {
		return s
	}
	s := new(summary)
	p.sums[obj] = s
	d := p.decls[obj]
	if d == nil {
		return s
	}
	w := &passWalk{passer: p, sum: s, name: lockclass.FuncName(obj), seen: make(map[string]bool), params: make(map[types.Object]int)}
	sig := obj.Signature()
	n := 0
	if sig.Recv() != nil {
		n = 1
	}
	for i := range sig.Params().Len() {
		if _, ok := sig.Params().At(i).Type().Underlying().(*types.Signature); ok {
			w.params[sig.Params().At(i)] = n + i
		}
	}
	w.uses = make([]paramUse, n+sig.Params().Len())
	w.walk(d.Body)
	if len(w.params) > 0 {
		s.params = w.uses
	}
	sortOps(s.ops)
	return s
}

// A passWalk walks one function body.
type passWalk struct {
	*passer
	sum    *summary
	name   string
	seen   map[string]bool
	params map[types.Object]int
	uses   []paramUse
}

func (w *passWalk) walk(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			for _, a := range n.Call.Args {
				w.walk(a)
			}
			w.spawned(n.Call)
			return false
		case *ast.AssignStmt:
			for i, r := range n.Rhs {
				if i < len(n.Lhs) && len(n.Lhs) == len(n.Rhs) {
					w.assigned(n.Lhs[i], r)
				}
			}
		case *ast.KeyValueExpr:
			w.assigned(n.Key, n.Value)
		case *ast.CallExpr:
			w.call(n)
		}
		return true
	})
}

// spawned notes the parameters that a goroutine runs.
func (w *passWalk) spawned(c *ast.CallExpr) {
	ast.Inspect(c.Fun, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if i, ok := w.params[w.pass.TypesInfo.Uses[id]]; ok {
				w.uses[i].spawned = true
			}
		}
		return true
	})
}

// assigned notes a function stored in a field or variable.
func (w *passWalk) assigned(lhs, rhs ast.Expr) {
	info := w.pass.TypesInfo
	var key string
	switch l := ast.Unparen(lhs).(type) {
	case *ast.SelectorExpr:
		sel := info.Selections[l]
		if v, ok := info.Uses[l.Sel].(*types.Var); ok && sel != nil && v.IsField() {
			key = "F" + lockclass.TypeKey(sel.Recv()) + "." + v.Name()
		}
	case *ast.Ident:
		if v, ok := info.Uses[l].(*types.Var); ok && !v.IsField() && v.Parent() == w.pkg.Scope() {
			key = "V" + lockclass.ObjKey(v)
		}
	}
	id := identOf(rhs)
	if id == nil {
		return
	}
	if i, ok := w.params[info.Uses[id]]; ok {
		w.uses[i].stored = true
		if key != "" {
			w.uses[i].field = key
		}
		return
	}
	if fn, ok := info.Uses[id].(*types.Func); ok && key != "" {
		w.stored(key, &funcRef{obj: fn.Origin()}, nil, nil)
	}
}

func identOf(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	}
	return nil
}

func (w *passWalk) call(c *ast.CallExpr) {
	info := w.pass.TypesInfo
	at := w.siteOf(c.Lparen, w.name)
	for i, a := range c.Args {
		if id := identOf(a); id != nil {
			if k, ok := w.params[info.Uses[id]]; ok {
				w.passedOn(c, i, k)
			}
		}
	}
	switch obj := typeutil.Callee(info, c).(type) {
	case *types.Func:
		if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && isInterfaceMethod(obj) {
			if s := info.Selections[sel]; s != nil {
				if key := w.interfaceKey(s.Recv(), obj); key != "" {
					w.add(&op{target: &target{kind: targetDynamic, key: key, method: obj.Name()}, site: at})
				}
			}
			return
		}
		w.callee(obj.Origin(), at)
	case *types.Var:
		if i, ok := w.params[obj]; ok {
			w.uses[i].called = true
			w.add(&op{target: &target{kind: targetParam, path: w.paths.param(i, "")}, site: at})
		} else if obj.IsField() {
			if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && info.Selections[sel] != nil {
				w.add(&op{target: &target{kind: targetDynamic, key: "F" + lockclass.TypeKey(info.Selections[sel].Recv()) + "." + obj.Name()}, site: at})
			}
		}
	}
}

// passedOn notes what becomes of a parameter handed to another function.
func (w *passWalk) passedOn(c *ast.CallExpr, arg, param int) {
	fn, ok := typeutil.Callee(w.pass.TypesInfo, c).(*types.Func)
	u := &w.uses[param]
	if !ok {
		u.unknown = true
		return
	}
	sig := fn.Signature()
	if n := sig.Params().Len(); arg >= n || !isFuncType(sig.Params().At(min(arg, n-1)).Type()) {
		u.stored = true // as an any: kept, not called
		return
	}
	sum := w.of(fn.Origin())
	if sig.Recv() != nil {
		arg++
	}
	if sum == nil || arg >= len(sum.params) {
		u.unknown = true
		return
	}
	got := sum.params[arg]
	u.stored = u.stored || got.stored
	u.spawned = u.spawned || got.spawned
	u.unknown = u.unknown || got.unknown || got.called
}

func (w *passWalk) of(fn *types.Func) *summary {
	if fn.Pkg() == w.pkg {
		return w.summary(fn)
	}
	if fn.Pkg() == nil {
		return nil
	}
	return w.imported.summary(w.engine, fn)
}

// callee takes over what fn may do.
func (w *passWalk) callee(fn *types.Func, at site) {
	sum := w.of(fn)
	if sum == nil {
		return
	}
	for _, o := range sum.ops {
		if o.target != nil && o.target.path != nil && o.target.key == "" {
			continue // what its caller passes is not followed
		}
		n := *o
		n.calls = append([]site{at}, o.calls...)
		n.calls = shorten(n.calls)
		n.guards, n.dropped, n.cond = nil, nil, nil
		n.held = nil
		if n.path != nil {
			n.path = w.unbound(n.path)
		}
		if n.target != nil {
			t := *n.target
			t.path = nil
			n.target = &t
		}
		w.add(&n)
	}
}

func (w *passWalk) add(o *op) {
	if k := o.key(); !w.seen[k] && len(w.sum.ops) < maxOps {
		w.seen[k] = true
		w.sum.ops = append(w.sum.ops, o)
	}
}

func isInterfaceMethod(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}
