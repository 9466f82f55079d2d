package lockflow

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/cfg"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// endless are the functions of the standard library that never return. The analyzer
// ctrlflow finds that out where it is shown their source; a driver such as Bazel's
// nogo does not show it, and without it every log.Fatal under a lock would look like
// a way on.
var endless = map[string][]string{
	"os":      {"Exit"},
	"log":     {"Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln", "Logger.Fatal", "Logger.Fatalf", "Logger.Fatalln", "Logger.Panic", "Logger.Panicf", "Logger.Panicln"},
	"testing": {"common.FailNow", "common.Fatal", "common.Fatalf", "common.Skip", "common.SkipNow", "common.Skipf"},
}

func isEndless(fn *types.Func) bool {
	return fn.Pkg() != nil && slices.Contains(endless[fn.Pkg().Path()], lockclass.FuncName(fn))
}

// noReturn returns what tells the functions that never return: ctrlflow, and where
// it was not shown the standard library the list, and what follows from it for the
// functions of the package.
func noReturn(pass *analysis.Pass) func(*types.Func) bool {
	cfgs := pass.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs)
	if !slices.ContainsFunc(pass.Pkg.Imports(), func(p *types.Package) bool { return endless[p.Path()] != nil }) {
		return cfgs.NoReturn
	}
	unseen := false
	for _, obj := range pass.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && isEndless(fn) && !cfgs.NoReturn(fn) {
			unseen = true
			break
		}
	}
	if !unseen {
		return cfgs.NoReturn
	}
	e := &endings{pass: pass, known: cfgs.NoReturn, decls: make(map[*types.Func]*ast.FuncDecl), found: make(map[*types.Func]bool)}
	for _, d := range funcDecls(pass) {
		if fn, ok := pass.TypesInfo.Defs[d.Name].(*types.Func); ok {
			e.decls[fn] = d
		}
	}
	return e.noReturn
}

// endings finds the functions of a package that never return, as ctrlflow does.
type endings struct {
	pass  *analysis.Pass
	known func(*types.Func) bool
	decls map[*types.Func]*ast.FuncDecl
	found map[*types.Func]bool
}

func (e *endings) noReturn(fn *types.Func) bool {
	if e.known(fn) || isEndless(fn) {
		return true
	}
	d := e.decls[fn]
	if d == nil || d.Body == nil {
		return false
	}
	ends, ok := e.found[fn]
	if !ok {
		e.found[fn] = false // of a recursion nothing is known yet
		ends = cfg.New(d.Body, e.mayReturn).NoReturn()
		e.found[fn] = ends
	}
	return ends
}

func (e *endings) mayReturn(c *ast.CallExpr) bool {
	if id, ok := c.Fun.(*ast.Ident); ok && e.pass.TypesInfo.Uses[id] == types.Universe.Lookup("panic") {
		return false
	}
	fn := typeutil.StaticCallee(e.pass.TypesInfo, c)
	return fn == nil || !e.noReturn(fn)
}
