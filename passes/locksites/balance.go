package locksites

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
)

// A balance follows what a function holds, along its statements and no more
// exactly than needed to see whether it returns with a lock or calls back under
// one.
type balance struct {
	*reader
	f         *function
	deferred  []*path // that deferred calls release
	left      locks   // what is held at some return
	callsBack []*path // locks under which a function of the caller's runs
}

// locks is a set of locks that may be held, by the text of their paths.
type locks map[string]*path

// union returns the locks of either set; nil stands for a place that is not
// reached.
func union(a, b locks) locks {
	if a == nil {
		return b
	}
	a = maps.Clone(a)
	maps.Copy(a, b)
	return a
}

func (b *balance) run() {
	held := b.block(b.f.body.List, make(locks))
	if held != nil {
		b.exit(held)
	}
	b.f.leaves = nil
	for _, p := range b.left {
		b.f.leaves = append(b.f.leaves, p)
	}
}

// leavesOwn reports whether the function may return with a lock of its
// receiver's.
func (b *balance) leavesOwn() bool {
	for _, p := range b.left {
		if b.f.isOwn(p) {
			return true
		}
	}
	return false
}

func (b *balance) exit(held locks) {
	left := maps.Clone(held)
	for _, p := range b.deferred {
		delete(left, p.String())
	}
	b.left = union(b.left, left)
}

func (b *balance) block(list []ast.Stmt, held locks) locks {
	for _, s := range list {
		if held == nil {
			return nil
		}
		held = b.statement(s, held)
	}
	return held
}

// statement returns what is held after s, nil if s does not come to its end.
func (b *balance) statement(s ast.Stmt, held locks) locks {
	switch s := s.(type) {
	case *ast.BlockStmt:
		return b.block(s.List, held)
	case *ast.LabeledStmt:
		return b.statement(s.Stmt, held)
	case *ast.IfStmt:
		return b.branch(s, held)
	case *ast.ForStmt:
		held = b.parts(held, s.Init, s.Cond)
		body := b.block(s.Body.List, held)
		if s.Cond == nil && !breaks(s.Body) {
			return nil
		}
		return union(held, body)
	case *ast.RangeStmt:
		held = b.parts(held, s.X)
		return union(held, b.block(s.Body.List, held))
	case *ast.SwitchStmt:
		return b.clauses(b.parts(held, s.Init, s.Tag), s.Body)
	case *ast.TypeSwitchStmt:
		return b.clauses(b.parts(held, s.Init, s.Assign), s.Body)
	case *ast.SelectStmt:
		return b.clauses(held, s.Body)
	case *ast.DeferStmt:
		b.deferCall(s.Call)
		return held
	case *ast.GoStmt:
		return held
	case *ast.ReturnStmt:
		b.exit(b.parts(held, s))
		return nil
	case *ast.BranchStmt:
		if s.Tok == token.GOTO {
			return nil
		}
		return held
	case *ast.ExprStmt:
		held = b.parts(held, s)
		if call, ok := s.X.(*ast.CallExpr); ok {
			if fn, ok := b.objectOf(ast.Unparen(call.Fun)).(*types.Builtin); ok && fn.Name() == "panic" {
				return nil
			}
		}
		return held
	}
	return b.parts(held, s)
}

// clauses runs the clauses of a switch or select.
func (b *balance) clauses(held locks, body *ast.BlockStmt) locks {
	after := held
	for _, c := range body.List {
		switch c := c.(type) {
		case *ast.CaseClause:
			after = union(after, b.block(c.Body, held))
		case *ast.CommClause:
			after = union(after, b.block(c.Body, held))
		}
	}
	return after
}

// branch runs an if statement: a trylock that it asks for decides.
func (b *balance) branch(s *ast.IfStmt, held locks) locks {
	held = b.parts(held, s.Init)
	cond, negated := ast.Unparen(s.Cond), false
	if not, ok := cond.(*ast.UnaryExpr); ok && not.Op == token.NOT {
		cond, negated = ast.Unparen(not.X), true
	}
	yes := b.parts(held, cond)
	no := yes
	if call, ok := cond.(*ast.CallExpr); ok {
		if fn := b.callee(call); fn != nil && acquires(fn) {
			no = held
		}
	}
	if negated {
		yes, no = no, yes
	}
	yes = b.block(s.Body.List, yes)
	if s.Else != nil && no != nil {
		no = b.statement(s.Else, no)
	}
	if yes == nil {
		return no
	}
	return union(yes, no)
}

// breaks reports whether a loop's body may leave the loop.
func breaks(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if br, ok := n.(*ast.BranchStmt); ok {
			found = found || br.Tok == token.BREAK
		}
		_, lit := n.(*ast.FuncLit)
		return !lit
	})
	return found
}

// parts runs the calls in some parts of a statement.
func (b *balance) parts(held locks, nodes ...ast.Node) locks {
	held = maps.Clone(held)
	for _, n := range nodes {
		if n == nil {
			continue
		}
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.CallExpr:
				b.call(n, held)
			}
			return true
		})
	}
	return held
}

// call changes held by what a call does.
func (b *balance) call(c *ast.CallExpr, held locks) {
	fun := ast.Unparen(c.Fun)
	if v, ok := b.objectOf(fun).(*types.Var); ok {
		b.callBack(v, held)
		return
	}
	for _, arg := range c.Args { // handed on, to be called there
		if v, ok := b.objectOf(ast.Unparen(arg)).(*types.Var); ok {
			b.callBack(v, held)
		}
	}
	fn := b.callee(c)
	if fn == nil {
		return
	}
	switch {
	case acquires(fn):
		p := b.argument(b.f.scope, c, fn.Signature(), 0)
		held[p.String()] = p
	case releases(fn):
		delete(held, b.argument(b.f.scope, c, fn.Signature(), 0).String())
	default:
		if g := b.funcs[fn]; g != nil && g != b.f {
			for _, p := range g.leaves {
				if p = b.rebase(p, b.binding(b.f.scope, c, fn.Signature(), g.sum)); p.root().kind == rootParam {
					held[p.String()] = p
				}
			}
		}
	}
}

// callBack notes under which locks a parameter of the function is called.
func (b *balance) callBack(v *types.Var, held locks) {
	if p, ok := b.params[v]; !ok || p.fn != b.f || !isFunc(v) {
		return
	}
	for _, h := range held {
		if h.kind == stepField && h.owner != "" {
			b.callsBack = append(b.callsBack, h)
		}
	}
}

// releases reports whether fn may be a method of a lock that releases it.
func releases(fn *types.Func) bool {
	switch fn.Name() {
	case "Unlock", "RUnlock":
		return fn.Signature().Recv() != nil && fn.Signature().Params().Len() == 0
	}
	return false
}

// deferCall notes what a deferred call releases.
func (b *balance) deferCall(c *ast.CallExpr) {
	ast.Inspect(c, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if fn := b.callee(call); fn != nil && releases(fn) {
				b.deferred = append(b.deferred, b.argument(b.f.scope, call, fn.Signature(), 0))
			}
		}
		return true
	})
}
