package locksites

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// A reader reads one package.
type reader struct {
	*Table
	fset *token.FileSet
	info *types.Info
	pkg  *types.Package
	path string

	funcs  map[*types.Func]*function
	lits   map[*ast.FuncLit]*function
	decls  []*function // the declared ones
	params map[*types.Var]param
	calls  []*call

	stores     map[string][]store // what is stored in fields and variables that lead to locks
	condStores []store
	condIndex  map[string][]condStore // by condKey; nil until asked for
	aliases    map[string]*path       // see alias
	values     map[*types.Var]*path

	whole   bool // paths go all the way to their roots
	queue   []queued
	known   map[*types.Func]*summary // of functions of other packages
	leads   map[types.Type]bool      // see leadsToLock
	pointTo map[types.Type]bool      // see pointsToLock
}

// A queued acquisition waits to be applied to the callers of f.
type queued struct {
	f *function
	o *open
}

// A function is a declared function, a function literal, or the body of a range
// over a function, which the compiler makes a function of.
type function struct {
	scope *scope
	outer *function // around a literal or a range
	obj   *types.Func
	body  *ast.BlockStmt
	loop  bool // the body of a range
	sig   *types.Signature
	sum   *summary

	called  bool    // a literal: called where it stands, or by a variable that holds no other
	callers []*call // that stand in the package

	leaves []*path // locks that it may return with: see balance

	results      []*path // see results
	resultsKnown bool
}

// A scope is a declaration with local variables.
type scope struct {
	fn     *types.Func // nil of variables
	node   ast.Node
	locals map[*types.Var][]source // nil until asked for
	uses   map[*types.Var]int      // but for those to select a field or a method
}

type param struct {
	fn    *function
	index int
}

// A call is a call that may acquire a lock.
type call struct {
	in       *function
	expr     *ast.CallExpr
	deferred bool
	started  bool // by a go statement
}

// A store puts a value in a field or variable.
type store struct {
	target ast.Expr // nil in a struct literal
	key    string   // in a struct literal: names the field
	value  ast.Expr // nil if it is one of several results
	scope  *scope
}

func newReader(t *Table, fset *token.FileSet, pkg *types.Package, info *types.Info) *reader {
	return &reader{
		Table: t, fset: fset, pkg: pkg, info: info, path: lockclass.PkgPath(pkg),
		funcs:   make(map[*types.Func]*function),
		lits:    make(map[*ast.FuncLit]*function),
		params:  make(map[*types.Var]param),
		stores:  make(map[string][]store),
		aliases: make(map[string]*path),
		values:  make(map[*types.Var]*path),
		known:   make(map[*types.Func]*summary),
		leads:   make(map[types.Type]bool),
		pointTo: make(map[types.Type]bool),
	}
}

// scan lists the package's functions, the calls that may acquire a lock, and
// what is stored in fields that lead to locks.
func (r *reader) scan(files []*ast.File) {
	for _, file := range files {
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if obj, ok := r.info.Defs[d.Name].(*types.Func); ok && d.Body != nil {
					f := &function{scope: &scope{fn: obj, node: d}, obj: obj, body: d.Body, sum: new(summary)}
					r.enter(f, obj.Signature())
					r.funcs[obj] = f
					r.decls = append(r.decls, f)
					r.walk(f, d.Body)
				}
			case *ast.GenDecl:
				if d.Tok == token.VAR {
					f := &function{scope: &scope{node: d}, sum: new(summary)}
					r.walk(f, d)
				}
			}
		}
	}
}

// enter numbers the parameters of f, the receiver first.
func (r *reader) enter(f *function, sig *types.Signature) {
	f.sig = sig
	i := 0
	if recv := sig.Recv(); recv != nil {
		r.params[recv] = param{f, 0}
		i++
	}
	for v := range sig.Params().Variables() {
		r.params[v] = param{f, i}
		i++
	}
}

func (r *reader) walk(f *function, root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			r.literal(f, n)
			return false
		case *ast.RangeStmt:
			if t := r.typeOf(n.X); t != nil {
				if _, ok := t.Underlying().(*types.Signature); ok {
					r.walkRange(f, n)
					return false
				}
			}
		case *ast.DeferStmt:
			r.call(&call{in: f, expr: n.Call, deferred: true})
			r.walkParts(f, n.Call)
			return false
		case *ast.GoStmt:
			r.call(&call{in: f, expr: n.Call, started: true})
			r.walkParts(f, n.Call)
			return false
		case *ast.CallExpr:
			r.call(&call{in: f, expr: n})
		case *ast.AssignStmt:
			r.assignment(f.scope, n)
		case *ast.ValueSpec:
			r.declaration(f.scope, n)
		case *ast.CompositeLit:
			r.composite(f.scope, n)
		}
		return true
	})
}

// walkParts walks a call without the call itself.
func (r *reader) walkParts(f *function, c *ast.CallExpr) {
	r.walk(f, c.Fun)
	for _, arg := range c.Args {
		r.walk(f, arg)
	}
}

func (r *reader) literal(outer *function, lit *ast.FuncLit) {
	f := &function{scope: outer.scope, outer: outer, body: lit.Body, sum: new(summary)}
	r.lits[lit] = f
	if sig, ok := r.typeOf(lit).(*types.Signature); ok {
		r.enter(f, sig)
	}
	r.walk(f, lit.Body)
}

// walkRange walks a range over a function.
func (r *reader) walkRange(f *function, n *ast.RangeStmt) {
	r.walk(f, n.X)
	for _, v := range []ast.Expr{n.Key, n.Value} {
		if v != nil {
			r.walk(f, v)
		}
	}
	r.walk(&function{scope: f.scope, outer: f, body: n.Body, loop: true, sum: new(summary)}, n.Body)
}

// call keeps c if it may acquire a lock.
func (r *reader) call(c *call) {
	switch fun := ast.Unparen(c.expr.Fun).(type) {
	case *ast.FuncLit:
		r.calls = append(r.calls, c)
		return
	case *ast.Ident, *ast.SelectorExpr:
		if v, ok := r.objectOf(fun).(*types.Var); ok {
			if isFunc(v) {
				r.calls = append(r.calls, c)
			}
			return
		}
	}
	fn := r.callee(c.expr)
	switch {
	case fn == nil || fn.Pkg() == nil:
	case fn.Pkg() == r.pkg || acquires(fn):
		r.calls = append(r.calls, c)
	case r.imported(fn) != nil:
		r.calls = append(r.calls, c)
	}
}

// imported returns the summary of a function of another package.
func (r *reader) imported(fn *types.Func) *summary {
	sum, ok := r.known[fn]
	if !ok {
		sum = r.summaries[lockclass.FuncKey(fn)]
		r.known[fn] = sum
	}
	return sum
}

// callee returns the declared function or method that a call names.
func (r *reader) callee(c *ast.CallExpr) *types.Func {
	fun := ast.Unparen(c.Fun)
	switch f := fun.(type) {
	case *ast.IndexExpr:
		fun = ast.Unparen(f.X)
	case *ast.IndexListExpr:
		fun = ast.Unparen(f.X)
	}
	fn, _ := r.objectOf(fun).(*types.Func)
	if fn == nil {
		return nil
	}
	return fn.Origin()
}

// objectOf returns what an identifier or a selector stands for.
func (r *reader) objectOf(e ast.Expr) types.Object {
	switch e := e.(type) {
	case *ast.Ident:
		return r.info.ObjectOf(e)
	case *ast.SelectorExpr:
		return r.info.ObjectOf(e.Sel)
	}
	return nil
}

// typeOf returns the type of e, nil if there is none.
func (r *reader) typeOf(e ast.Expr) types.Type {
	t := r.info.TypeOf(e)
	if t == nil || t == types.Typ[types.Invalid] {
		return nil
	}
	return t
}

// acquires reports whether fn may be a lock's own method, by its name and
// signature.
func acquires(fn *types.Func) bool {
	sig := fn.Signature()
	if sig.Recv() == nil {
		return false
	}
	results := 0
	switch fn.Name() {
	case "Lock", "RLock":
	case "TryLock", "TryRLock":
		results = 1
	case "TryLockSpin", "TryLockFor", "LockContext":
		return lockclass.TypeKey(sig.Recv().Type()) == adaptiveMutex
	default:
		return false
	}
	return sig.Params().Len() == 0 && sig.Results().Len() == results
}

const adaptiveMutex = "github.com/lockvet/lockvet/runtime/adaptive.Mutex"

// isMutex reports whether key names a type whose acquisitions the run time sees,
// or is told of by the type itself.
func isMutex(key string) bool {
	return key == "sync.Mutex" || key == "sync.RWMutex" || key == adaptiveMutex
}
