package locksites_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand"
	"os"
	"path/filepath"
	"testing"

	"github.com/lockvet/lockvet/passes/locksites"
)

// TestBrokenSource reads packages from which pieces are missing: there are syntax
// errors, type errors, and expressions without a type.
func TestBrokenSource(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "sites", "*", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	std := importer.Default()
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewSource(int64(len(src))))
		for range 200 {
			broken := append([]byte(nil), src...)
			for range 1 + r.Intn(4) {
				from := r.Intn(len(broken))
				to := min(len(broken), from+1+r.Intn(12))
				broken = append(broken[:from], broken[to:]...)
			}
			read(t, broken, std)
		}
	}
}

// read adds a package to a table, as far as it can be parsed and type-checked.
func read(t *testing.T, src []byte, imp types.Importer) {
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%v, for\n%s", r, src)
			panic(r)
		}
	}()
	fset := token.NewFileSet()
	file, _ := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
	if file == nil {
		return
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Implicits: make(map[ast.Node]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
	}
	conf := types.Config{Importer: imp, Error: func(error) {}}
	pkg, _ := conf.Check("p", fset, []*ast.File{file}, info)
	var table locksites.Table
	table.Add(fset, pkg, []*ast.File{file}, info)
	table.Add(fset, pkg, []*ast.File{file}, new(types.Info))
	table.Add(fset, pkg, nil, nil)
	table.AppendText(nil)
}

// BenchmarkStd reads the type-checked standard library.
func BenchmarkStd(b *testing.B) {
	pkgs := load(b, ".", "std")
	for b.Loop() {
		b.ReportMetric(float64(len(tableOf(pkgs).Sites())), "sites")
	}
}
