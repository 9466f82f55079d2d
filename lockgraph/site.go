package lockgraph

import (
	"cmp"
	"strconv"
	"strings"
)

// Site is a place in source. It names the file by import path and base name,
// so that it is the same on every machine and on both sides.
type Site struct {
	Pkg  string // import path
	File string // base name
	Line int
	Func string // name of the enclosing function, for people; no part of the identity
}

// IsZero reports whether s names no place.
func (s Site) IsZero() bool { return s == Site{} }

// String is "pkg/file.go:12".
func (s Site) String() string {
	if s.Pkg == "" {
		return s.Short()
	}
	return s.Pkg + "/" + s.Short()
}

// Short is "file.go:12".
func (s Site) Short() string { return s.File + ":" + strconv.Itoa(s.Line) }

// Compare orders sites by package, file, line and function.
func (s Site) Compare(t Site) int {
	return cmp.Or(
		strings.Compare(s.Pkg, t.Pkg),
		strings.Compare(s.File, t.File),
		cmp.Compare(s.Line, t.Line),
		strings.Compare(s.Func, t.Func),
	)
}

// place is s without the function: what makes two sites the same place. The
// two sides name functions differently, and a line says enough.
func (s Site) place() Site {
	s.Func = ""
	return s
}

// named returns the one of s and t, the same place, that has the function
// name to show, whichever was seen first.
func (s Site) named(t Site) Site {
	if s.Func == "" || t.Func != "" && t.Func < s.Func {
		return t
	}
	return s
}
