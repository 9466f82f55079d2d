package locksites

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
)

// A Site says which lock is acquired where a call instruction is.
type Site struct {
	Pkg  string // import path as the linker knows it: "main" for a command
	File string // base name
	Line int

	// Callee is "" for the call of a lock's own method. Otherwise the Site
	// speaks of a call whose callee goes on to an acquisition, and Callee is the
	// place in the callee from which it does: "import/path/file.go:12".
	Callee string

	Kind  Kind
	Class string // of the lock if Kind is Known
}

// Kind says how much a Site knows.
type Kind uint8

const (
	// Known: all locks acquired here are of one class.
	Known Kind = iota
	// Caller: the lock is one that the caller names, by an argument or as the
	// receiver. The Site of the calling frame says more.
	Caller
	// Ambiguous: locks of several classes, or one that cannot be told.
	Ambiguous
)

func (k Kind) String() string {
	switch k {
	case Known:
		return "known"
	case Caller:
		return "caller"
	}
	return "ambiguous"
}

// Of returns the sites of a package by itself. What it calls in other packages
// is not known then; see [Table].
func Of(fset *token.FileSet, pkg *types.Package, files []*ast.File, info *types.Info) []Site {
	var t Table
	t.Add(fset, pkg, files, info)
	return t.Sites()
}

// A place is a line of a package.
type place struct {
	pkg, file string
	line      int
}

func (p place) String() string { return p.pkg + "/" + p.file + ":" + strconv.Itoa(p.line) }

func (s *Site) place() place { return place{s.Pkg, s.File, s.Line} }

func compareSites(a, b Site) int {
	return cmp.Or(cmp.Compare(a.Pkg, b.Pkg), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Callee, b.Callee))
}
