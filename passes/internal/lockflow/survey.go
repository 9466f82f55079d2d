package lockflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// opaque reports whether the locks inside a package are not looked at: those
// that implement the locks, and sync.Map, whose one lock would stand for every
// map of a program.
func opaque(path string) bool {
	return path == "sync" || path == "internal/sync" || path == "runtime" || strings.HasPrefix(path, "internal/runtime/")
}

// matters reports whether the package can change what is held, so that it
// needs SSA: it calls a lock's methods, or a function that leaves a lock held
// or calls back under one. A package that does neither only passes on what it
// calls, for which its syntax is enough.
func (e *engine) matters() bool {
	for _, sel := range e.pass.TypesInfo.Selections {
		fn, ok := sel.Obj().(*types.Func)
		if ok && e.touchesLock(fn) {
			return true
		}
	}
	if e.mayMakeLocks() {
		return true
	}
	special := make(map[string]bool)
	for _, name := range e.imported.names {
		for _, key := range e.imported.sections[name].special() {
			special[key] = true
		}
	}
	for _, obj := range e.pass.TypesInfo.Uses {
		fn, ok := obj.(*types.Func)
		if ok && fn.Pkg() != nil && (special[lockclass.FuncKey(fn)] || primitiveOf(fn).kind == primNested || Declared.of(fn).kind != primNone) {
			return true
		}
	}
	return false
}

// mayMakeLocks reports whether the package has what home-made locks are made
// of: a compare-and-swap with a constant, or a channel that carries nothing and
// has room for some of it.
func (e *engine) mayMakeLocks() bool {
	sends := make(map[string]bool)
	found := false
	for _, f := range e.pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if sel, ok := n.Fun.(*ast.SelectorExpr); ok && strings.HasPrefix(sel.Sel.Name, "CompareAndSwap") && len(n.Args) >= 2 {
					tv := e.pass.TypesInfo.Types[n.Args[len(n.Args)-1]]
					found = found || tv.Value != nil
				}
			case *ast.SendStmt:
				if ch, ok := e.pass.TypesInfo.TypeOf(n.Chan).Underlying().(*types.Chan); ok && isEmptyStruct(ch.Elem()) {
					sends["send"] = true
				}
			case *ast.UnaryExpr:
				if n.Op == token.ARROW {
					if ch, ok := e.pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Chan); ok && ch.Dir() == types.SendRecv && isEmptyStruct(ch.Elem()) {
						sends["receive"] = true
					}
				}
			}
			return !found
		})
	}
	return found || len(sends) == 2
}

func isEmptyStruct(t types.Type) bool {
	st, ok := t.Underlying().(*types.Struct)
	return ok && st.NumFields() == 0
}

func (e *engine) touchesLock(fn *types.Func) bool {
	switch prim := primitiveOf(fn); prim.kind {
	case primNone:
	case primNothing, primBlock, primRLocker:
		return false
	default:
		return true
	}
	return lockLike(fn).kind != primNone
}

// funcDecls returns the package's function declarations in source order.
func funcDecls(pass *analysis.Pass) []*ast.FuncDecl {
	var ds []*ast.FuncDecl
	for _, f := range pass.Files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				ds = append(ds, d)
			}
		}
	}
	return ds
}
