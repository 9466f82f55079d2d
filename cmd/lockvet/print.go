package main

import (
	"cmp"
	"fmt"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// finding is a diagnostic with what its order in the output depends on.
type finding struct {
	pkg      string // ID of the package
	analyzer string
	pos      token.Position
	fset     *token.FileSet
	diag     analysis.Diagnostic
}

// print writes the findings, as text or as the JSON tree that go vet -json
// prints (package, then analyzer, then list), and returns how many there are.
func (r *result) print(w io.Writer, asJSON bool) (int, error) {
	list := r.findings()
	if asJSON {
		return len(list), r.graph.PrintJSON(w)
	}
	for _, f := range list {
		if err := f.print(w); err != nil {
			return len(list), err
		}
	}
	return len(list), nil
}

// findings returns the diagnostics of all packages in a fixed order.
func (r *result) findings() []finding {
	var list []finding
	for _, act := range r.graph.Roots {
		fset := act.Package.Fset
		for _, d := range act.Diagnostics {
			list = append(list, finding{act.Package.ID, act.Analyzer.Name, fset.Position(d.Pos), fset, d})
		}
	}
	slices.SortStableFunc(list, func(x, y finding) int {
		return cmp.Or(
			cmp.Compare(x.pkg, y.pkg),
			cmp.Compare(x.pos.Filename, y.pos.Filename),
			cmp.Compare(x.pos.Line, y.pos.Line),
			cmp.Compare(x.pos.Column, y.pos.Column),
			cmp.Compare(x.analyzer, y.analyzer),
			cmp.Compare(x.diag.Message, y.diag.Message),
		)
	})
	return list
}

// print writes f as go vet does: each related position on its own line, its
// message after a tab.
func (f finding) print(w io.Writer) error {
	line := func(pos token.Pos, message string) error {
		p := f.fset.Position(pos)
		p.Filename = shortPath(p.Filename)
		_, err := fmt.Fprintf(w, "%s: %s\n", p, message)
		return err
	}
	if err := line(f.diag.Pos, f.diag.Message); err != nil {
		return err
	}
	for _, rel := range f.diag.Related {
		if err := line(rel.Pos, "\t"+rel.Message); err != nil {
			return err
		}
	}
	return nil
}

// shortPath returns path relative to the working directory if that is shorter,
// by the rule of the go command.
func shortPath(path string) string {
	wd, err := os.Getwd()
	if err != nil {
		return path
	}
	rel, err := filepath.Rel(wd, path)
	if err != nil || len(rel) >= len(path) || !sameFile(rel, path) {
		return path
	}
	return rel
}

// sameFile guards shortPath against a working directory reached by a symbolic
// link, from which ".." does not lead back the same way.
func sameFile(x, y string) bool {
	xi, err := os.Stat(x)
	if err != nil {
		return false
	}
	yi, err := os.Stat(y)
	return err == nil && os.SameFile(xi, yi)
}
