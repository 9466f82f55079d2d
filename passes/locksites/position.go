package locksites

import (
	"go/token"
	"path/filepath"
)

// lines returns the lines that the run time reports for a call: that of its left
// parenthesis. A deferred call is reported where its function returns: at the
// return statement if the compiler knows all deferred calls there, else at the
// closing brace.
func (r *reader) lines(c *call) []place {
	if !c.deferred {
		return []place{r.placeOf(c.in, c.expr.Lparen)}
	}
	f := c.in
	for f.loop { // the body of a range over a function defers to the function around it
		f = f.outer
	}
	if f.body == nil {
		return nil
	}
	list := []place{r.placeOf(f, f.body.Rbrace)}
	for _, ret := range returns(f.body) {
		if at := r.placeOf(f, ret.Return); at != list[len(list)-1] {
			list = append(list, at)
		}
	}
	return list
}

// placeOf returns the place of a position in f, as the compiler writes it down:
// with line directives.
func (r *reader) placeOf(f *function, pos token.Pos) place {
	p := r.fset.Position(pos)
	name := filepath.ToSlash(p.Filename)
	at := place{r.path, filepath.Base(name), p.Line}
	if f.outer != nil {
		r.noteFile(r.path, filepath.Dir(name), at.file)
	}
	return at
}
