package core

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestCopyable: what the overlay copies can stand in any package. It imports
// nothing, and no function but those that run at the end of a program is
// instrumented by the race detector.
func TestCopyable(t *testing.T) {
	fset := token.NewFileSet()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasPrefix(name, "host") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, imp := range f.Imports {
			if name == "text.go" {
				break
			}
			t.Errorf("%s imports %s", name, imp.Path.Value)
		}
		if name == "graph.go" || name == "place.go" || name == "text.go" {
			continue
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || name == "core.go" && ast.IsExported(fn.Name.Name) {
				continue
			}
			checkUninstrumented(t, fset, fn)
		}
	}
}

func checkUninstrumented(t *testing.T, fset *token.FileSet, fn *ast.FuncDecl) {
	at := fset.Position(fn.Pos())
	if fn.Doc == nil || !strings.Contains("\n"+fn.Doc.List[len(fn.Doc.List)-1].Text, "//go:norace") {
		t.Errorf("%v: %s is not marked go:norace", at, fn.Name.Name)
	}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.MapType, *ast.FuncLit, *ast.GoStmt, *ast.SelectStmt, *ast.SendStmt:
			t.Errorf("%v: %T in %s", fset.Position(n.Pos()), n, fn.Name.Name)
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && (id.Name == "append" || id.Name == "copy") {
				t.Errorf("%v: %s in %s", fset.Position(n.Pos()), id.Name, fn.Name.Name)
			}
		}
		return true
	})
}
