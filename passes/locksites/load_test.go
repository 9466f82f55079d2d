package locksites_test

import (
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/lockvet/lockvet/passes/locksites"
)

// load type-checks packages with all that they import, in dependency order.
func load(t testing.TB, dir string, patterns ...string) []*packages.Package {
	t.Helper()
	cfg := &packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir}
	roots, err := packages.Load(cfg, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	var pkgs []*packages.Package
	packages.Visit(roots, nil, func(p *packages.Package) { pkgs = append(pkgs, p) })
	return pkgs
}

func tableOf(pkgs []*packages.Package) *locksites.Table {
	t := new(locksites.Table)
	for _, p := range pkgs {
		t.Add(p.Fset, p.Types, p.Syntax, p.TypesInfo)
	}
	return t
}
