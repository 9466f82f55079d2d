package main

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/lockvet/lockvet/passes/locksites"
)

// lockSites tells the detector of which class the locks are that the packages
// and all they import acquire. A package that does not compile is left to go
// test, which says so better.
func lockSites(patterns, tags []string) ([]byte, error) {
	cfg := &packages.Config{
		Mode:       packages.LoadAllSyntax | packages.NeedModule | packages.NeedForTest,
		Tests:      true,
		ParseFile:  parseCode,
		BuildFlags: []string{"-tags=" + strings.Join(tags, ",")},
	}
	roots, err := packages.Load(cfg, patterns...)
	if err != nil {
		return nil, errors.New(loadMessage(err.Error()))
	}
	var table locksites.Table
	for p := range packages.Postorder(roots) {
		if !isTestMain(p) {
			table.Add(p.Fset, p.Types, p.Syntax, p.TypesInfo)
		}
	}
	return table.AppendText(nil), nil
}

// parseCode leaves out comments and what else is of no use here, for speed.
func parseCode(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	return parser.ParseFile(fset, name, src, parser.SkipObjectResolution|parser.AllErrors)
}
