package locksites

import (
	"go/ast"
	"go/types"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// resolve finds what each call acquires. What a function acquires for its caller
// is handed on to its callers, and to theirs.
func (r *reader) resolve() {
	var dynamic []*call
	for _, c := range r.calls {
		if f := r.function(c); f != nil && !c.started {
			f.called = true
			f.callers = append(f.callers, c)
		}
	}
	for _, c := range r.calls {
		switch fn := r.callee(c.expr); {
		case c.started: // the goroutine's first frame is that of the callee
		case fn == nil:
			r.callOnce(c)
		case acquires(fn) && types.IsInterface(fn.Signature().Recv().Type()):
			dynamic = append(dynamic, c)
		case acquires(fn) && isMutex(lockclass.TypeKey(fn.Signature().Recv().Type())):
			r.acquire(c, fn)
		case r.funcs[fn] == nil:
			if sum := r.imported(fn); sum != nil {
				for _, o := range sum.opens {
					r.apply(c, fn.Signature(), sum, o)
				}
			}
		}
	}
	r.handOn()
	for _, c := range dynamic {
		r.acquireDynamic(c)
	}
	r.handOn()
	if r.path == "sync" {
		for _, f := range r.decls {
			r.findMade(f)
		}
	}
}

// function returns the function of the package that c calls: a declared one, a
// literal, or a variable that only ever holds one literal.
func (r *reader) function(c *call) *function {
	fun := ast.Unparen(c.expr.Fun)
	if id, ok := fun.(*ast.Ident); ok {
		if v, ok := r.info.ObjectOf(id).(*types.Var); ok {
			if src := r.sources(c.in.scope)[v]; len(src) == 1 && src[0].how == wholeValue && src[0].expr != nil {
				fun = ast.Unparen(src[0].expr)
			}
		}
	}
	if lit, ok := fun.(*ast.FuncLit); ok {
		return r.lits[lit]
	}
	return r.funcs[r.callee(c.expr)]
}

// acquire notes the call of a mutex's own method.
func (r *reader) acquire(c *call, fn *types.Func) {
	if d := c.in.obj; d != nil && d.Signature().Recv() != nil && isMutex(lockclass.TypeKey(d.Signature().Recv().Type())) {
		return // sync.RWMutex has a Mutex, of which nobody is told
	}
	r.emit(c.in, r.lines(c), "", r.argument(c.in.scope, c.expr, fn.Signature(), 0), "")
}

// argument returns the path of what a call passes for a parameter of its
// function, the receiver being the first.
func (r *reader) argument(s *scope, c *ast.CallExpr, sig *types.Signature, i int) *path {
	args, param := c.Args, i
	if sig.Recv() != nil {
		param--
		sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
		if !ok {
			return &path{kind: rootValue, at: c.Pos()}
		}
		selection := r.info.Selections[sel]
		switch {
		case selection == nil || selection.Kind() != types.MethodExpr:
			if i == 0 {
				return r.receiver(s, sel)
			}
			i--
		case i == 0 && len(selection.Index()) > 1 && len(args) > 0:
			return r.embedded(r.base(s, args[0]), selection.Recv(), selection.Index()[:len(selection.Index())-1])
		}
	}
	if i >= len(args) {
		return &path{kind: rootValue, at: c.Pos()}
	}
	if sig.Variadic() && param == sig.Params().Len()-1 && !c.Ellipsis.IsValid() {
		p := &path{kind: rootList}
		for _, arg := range args[i:] {
			p.list = append(p.list, r.base(s, arg))
		}
		return p
	}
	return r.base(s, args[i])
}

// binding returns what the parameters of fn, whose summary is sum, are in a call.
func (r *reader) binding(s *scope, c *ast.CallExpr, sig *types.Signature, sum *summary) func(*path) *path {
	return func(root *path) *path {
		if root.kind != rootParam || root.sum != sum {
			return root
		}
		return r.argument(s, c, sig, root.index)
	}
}

// apply notes that a call leads to what its function acquires for its caller.
func (r *reader) apply(c *call, sig *types.Signature, sum *summary, o *open) {
	lock := r.rebase(o.lock, r.binding(c.in.scope, c.expr, sig, sum))
	if o.method == "" {
		r.emit(c.in, r.lines(c), o.at.String(), lock, "")
		return
	}
	targets, settled := r.settle(lock, o.method)
	if !settled {
		r.emit(c.in, r.lines(c), o.at.String(), lock, o.method)
	}
	for _, t := range targets {
		r.emit(c.in, r.lines(c), o.at.String(), t.lock, "")
		if t.callee != "" {
			r.note(o.at, t.callee, verdict{kind: Caller})
		}
	}
}

// handOn applies what functions acquire for their callers to the callers in the
// package, until nothing new turns up.
func (r *reader) handOn() {
	for len(r.queue) > 0 {
		f, o := r.queue[0].f, r.queue[0].o
		r.queue = r.queue[1:]
		for _, c := range f.callers {
			r.apply(c, f.sig, f.sum, o)
		}
	}
}

// maxOpens bounds what is handed on of one function.
const maxOpens = 100

// emit notes that lock is acquired at some lines of f: by the lock's own method,
// or in the callee at the place callee. If an interface is at lock, method is
// what is called.
func (r *reader) emit(f *function, lines []place, callee string, lock *path, method string) {
	v := verdict{kind: Ambiguous}
	class, known := r.classOf(lock)
	root := lock.param()
	switch {
	case known && method == "":
		v = verdict{Known, class}
	case root != nil && (root.sum == f.sum || root.kind == rootMade || f.called):
		v.kind = Caller
	}
	for _, at := range lines {
		r.note(at, callee, v)
		if v.kind == Caller {
			r.addOpen(f, &open{at, lock, method})
		}
	}
}

func (r *reader) addOpen(f *function, o *open) {
	for _, old := range f.sum.opens {
		if old.at == o.at && old.method == o.method && old.lock.equal(o.lock) {
			return
		}
	}
	if len(f.sum.opens) < maxOpens {
		f.sum.opens = append(f.sum.opens, o)
		r.queue = append(r.queue, queued{f, o})
	}
}
