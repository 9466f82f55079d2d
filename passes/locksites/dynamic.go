package locksites

import (
	"go/ast"
	"go/types"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// A target is a lock that a method called through an interface acquires.
type target struct {
	lock   *path
	callee string // the place in the method, "" if it is a mutex's own
}

// acquireDynamic notes a call of Lock and the like through an interface.
func (r *reader) acquireDynamic(c *call) {
	fn := r.callee(c.expr)
	lock := r.argument(c.in.scope, c.expr, fn.Signature(), 0)
	targets, settled := r.settle(lock, fn.Name())
	if !settled {
		r.emit(c.in, r.lines(c), "", lock, fn.Name())
	}
	for _, t := range targets {
		r.emit(c.in, r.lines(c), t.callee, t.lock, "")
	}
}

// settle returns what a method acquires that is called through an interface;
// settled is false if the type of what is behind the interface is not known.
func (r *reader) settle(p *path, method string) (list []target, settled bool) {
	if p.kind == stepRLocker {
		return r.targets(r.summaries["sync.rlocker."+method], p.parent)
	}
	for _, w := range append([]typeRef{p.typeRef}, p.also...) {
		q := *p
		q.typeRef, q.also = w, nil
		more, settled := r.settleType(&q, method)
		if !settled {
			return nil, false
		}
		list = append(list, more...)
	}
	return list, true
}

// settleType is settle for a path with one type.
func (r *reader) settleType(p *path, method string) (list []target, settled bool) {
	if p.typ == nil {
		if isMutex(p.key) {
			return []target{{p, ""}}, true
		}
		sum := r.summaries[p.key+"."+method]
		if sum == nil {
			return nil, false
		}
		return r.targets(sum, p)
	}
	if types.IsInterface(p.typ) {
		return nil, false
	}
	obj, index, _ := types.LookupFieldOrMethod(p.typ, true, r.pkg, method)
	fn, ok := obj.(*types.Func)
	if !ok || fn.Signature().Recv() == nil {
		return nil, false
	}
	if len(index) > 1 {
		p = r.embedded(p, p.typ, index[:len(index)-1])
	}
	recv := fn.Signature().Recv().Type()
	switch f := r.funcs[fn.Origin()]; {
	case isMutex(lockclass.TypeKey(recv)):
		return []target{{p, ""}}, true
	case types.IsInterface(recv):
		if len(index) == 1 {
			return nil, false
		}
		return r.settle(p, method)
	case f != nil:
		return r.targets(f.sum, p)
	}
	return r.targets(r.imported(fn.Origin()), p)
}

// targets returns what a method with the summary sum acquires of the receiver p.
func (r *reader) targets(sum *summary, p *path) (list []target, settled bool) {
	if sum == nil {
		return nil, true
	}
	for _, o := range sum.opens {
		if o.method != "" {
			return nil, false
		}
		lock := r.rebase(o.lock, func(root *path) *path {
			switch {
			case root.kind != rootParam || root.sum != sum:
				return root
			case root.index > 0:
				return &path{kind: rootValue}
			}
			return p
		})
		list = append(list, target{lock, o.at.String()})
	}
	return list, true
}

// callOnce notes the call of a function that sync.OnceFunc made, which is in a
// field or variable: that is what the lock is called by.
func (r *reader) callOnce(c *call) {
	fun := ast.Unparen(c.expr.Fun)
	v, ok := r.objectOf(fun).(*types.Var)
	if !ok || v.Pkg() == nil {
		return
	}
	maker := r.onces[r.variableKey(fun, v)]
	if !v.IsField() && v.Parent() != v.Pkg().Scope() {
		for _, src := range r.sources(c.in.scope)[v] {
			if call, ok := src.expr.(*ast.CallExpr); ok && r.makesOnce(call) {
				maker = lockclass.FuncKey(r.callee(call))
			}
		}
	}
	sum := r.summaries[maker]
	if sum == nil {
		return
	}
	for _, o := range sum.made {
		r.emit(c.in, r.lines(c), o.at.String(), r.location(c.in.scope, fun), "")
	}
}

// findMade notes what the closures acquire that f returns, of variables that f
// has for them.
func (r *reader) findMade(f *function) {
	for _, ret := range returns(f.body) {
		for _, e := range ret.Results {
			if lit, ok := ast.Unparen(e).(*ast.FuncLit); ok {
				for _, o := range r.lits[lit].sum.opens {
					if o.lock.root().kind == rootMade {
						f.sum.made = append(f.sum.made, o)
					}
				}
			}
		}
	}
}
