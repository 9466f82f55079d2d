package lockflow

import (
	"go/ast"
	"go/token"
	"go/types"
	pathpkg "path"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// directives holds the //lint:ignore, //lint:file-ignore and //lockvet:order
// comments of a package.
type directives struct {
	fset      *token.FileSet
	ignored   map[lineKey][]string // analyzer name patterns
	generated map[string]bool      // files, by name
	orders    []lockgraph.Order
	malformed []malformed
	accepting map[token.Pos]bool    // acquisitions and calls whose orders were taken away
	nodes     map[lineKey]token.Pos // see attached: where a directive for a line counts in staticcheck
}

type malformed struct {
	pos, end token.Pos
	message  string
}

// A lineKey is a line of a file; line 0 stands for the whole file.
type lineKey struct {
	file string
	line int
}

func readDirectives(pass *analysis.Pass) *directives {
	d := &directives{fset: pass.Fset, ignored: make(map[lineKey][]string), generated: make(map[string]bool), nodes: make(map[lineKey]token.Pos)}
	for _, f := range pass.Files {
		if ast.IsGenerated(f) {
			d.generated[pass.Fset.File(f.FileStart).Name()] = true
		}
		var code map[int]bool
		var nodes map[*ast.Comment]ast.Node
		for _, g := range f.Comments {
			for _, c := range g.List {
				if !strings.HasPrefix(c.Text, "//lint:") && !strings.HasPrefix(c.Text, "//lockvet:") {
					continue
				}
				if code == nil {
					code = codeLines(pass.Fset, f)
					nodes = attached(pass.Fset, f)
				}
				d.read(pass, c, code, nodes[c])
			}
		}
	}
	return d
}

// codeLines returns the lines of f on which a statement, declaration or field
// begins.
func codeLines(fset *token.FileSet, f *ast.File) map[int]bool {
	lines := make(map[int]bool)
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.File, *ast.Comment, *ast.CommentGroup:
		default:
			lines[fset.Position(n.Pos()).Line] = true
			lines[fset.Position(n.End()).Line] = true
		}
		return true
	})
	return lines
}

// attached returns the nodes that the directives of a file belong to, by the rule
// of go/ast. For staticcheck, and so for the plain command, a directive speaks of the
// line on which that begins.
func attached(fset *token.FileSet, f *ast.File) map[*ast.Comment]ast.Node {
	nodes := make(map[*ast.Comment]ast.Node)
	for node, groups := range ast.NewCommentMap(fset, f, f.Comments) {
		for _, g := range groups {
			for _, c := range g.List {
				if strings.HasPrefix(c.Text, "//lint:") {
					nodes[c] = node
				}
			}
		}
	}
	return nodes
}

// read reads a directive; node is what it belongs to.
func (d *directives) read(pass *analysis.Pass, c *ast.Comment, code map[int]bool, node ast.Node) {
	posn := pass.Fset.Position(c.Pos())
	word, rest, _ := strings.Cut(c.Text[2:], " ")
	args := strings.Fields(rest)
	switch word {
	case "lint:ignore", "lint:file-ignore":
		if len(args) < 2 {
			return // without a reason it is void, as in staticcheck
		}
		key := lineKey{posn.Filename, posn.Line}
		if word == "lint:file-ignore" {
			key.line = 0
		} else if !code[posn.Line] {
			key.line++ // a comment by itself speaks of the next line
		}
		patterns := strings.Split(args[0], ",")
		d.ignored[key] = append(d.ignored[key], patterns...)
		if node == nil || key.line == 0 {
			return
		}
		// Both rules hold, so that all drivers agree.
		if other := (lineKey{posn.Filename, pass.Fset.Position(node.Pos()).Line}); other != key {
			d.ignored[other] = append(d.ignored[other], patterns...)
			d.nodes[key] = node.Pos()
		}
	case "lockvet:order":
		d.order(pass, c, args)
	default:
		if strings.HasPrefix(word, "lockvet:") {
			d.malformed = append(d.malformed, malformed{c.Pos(), c.End(), "unknown directive //" + word + ": want //lockvet:order A.mu < B.mu"})
		}
	}
}

// order reads "A.mu < B.mu < …", names relative to the package.
func (d *directives) order(pass *analysis.Pass, c *ast.Comment, args []string) {
	bad := len(args) < 3 || len(args)%2 == 0
	for i, a := range args {
		bad = bad || (i%2 == 1) != (a == "<")
	}
	if bad {
		d.malformed = append(d.malformed, malformed{c.Pos(), c.End(), "malformed order: want //lockvet:order A.mu < B.mu"})
		return
	}
	for i := 0; i < len(args); i += 2 {
		if !exists(pass, args[i]) {
			d.malformed = append(d.malformed, malformed{c.Pos(), c.End(), "order names " + args[i] + ": no such variable, or type and field"})
			return
		}
	}
	posn := pass.Fset.Position(c.Pos())
	at := lockgraph.Site{Pkg: lockclass.PkgPath(pass.Pkg), File: filepath.Base(posn.Filename), Line: posn.Line}
	for i := 2; i < len(args); i += 2 {
		d.orders = append(d.orders, lockgraph.Order{Before: qualify(pass, args[i-2]), After: qualify(pass, args[i]), Site: at})
	}
}

// qualify completes a class name written in a directive: a name of the
// package itself, or of a package that it imports, by its name or path.
func qualify(pass *analysis.Pass, name string) string {
	if strings.Contains(name, "/") {
		return name
	}
	first, rest, ok := strings.Cut(name, ".")
	if ok && pass.Pkg.Scope().Lookup(first) == nil {
		for _, imp := range pass.Pkg.Imports() {
			if imp.Name() == first {
				return lockclass.PkgPath(imp) + "." + rest
			}
		}
	}
	return lockclass.PkgPath(pass.Pkg) + "." + name
}

// exists reports whether a name written in a directive can be a lock: a
// variable, or a type with that field, of the package or of one it imports.
// Names in other packages cannot be looked up.
func exists(pass *analysis.Pass, name string) bool {
	full := qualify(pass, name)
	pkg, rest := (*types.Package)(nil), ""
	for _, p := range append([]*types.Package{pass.Pkg}, pass.Pkg.Imports()...) {
		if after, ok := strings.CutPrefix(full, lockclass.PkgPath(p)+"."); ok {
			pkg, rest = p, after
		}
	}
	first, field, hasField := strings.Cut(rest, ".")
	if pkg == nil || pkg != pass.Pkg && !ast.IsExported(first) {
		return true // export data names only what is exported
	}
	switch obj := pkg.Scope().Lookup(strings.TrimSuffix(first, "[]")).(type) {
	case *types.Var:
		return true
	case *types.TypeName:
		field, _, _ = strings.Cut(strings.TrimSuffix(field, "[]"), ".")
		found, _, _ := types.LookupFieldOrMethod(obj.Type(), true, pkg, strings.TrimSuffix(field, "[]"))
		_, ok := found.(*types.Var)
		return hasField && ok
	}
	return false
}

// ignores reports whether the source asks the analyzer to say nothing of pos.
func (d *directives) ignores(pos token.Pos, analyzer string) bool {
	if len(d.ignored) == 0 || !pos.IsValid() {
		return false
	}
	posn := d.fset.Position(pos)
	for _, line := range []int{posn.Line, 0} {
		for _, pat := range d.ignored[lineKey{posn.Filename, line}] {
			if ok, _ := pathpkg.Match(strings.ToLower(pat), analyzer); ok {
				return true
			}
		}
	}
	return false
}

// standIn returns where to report, to a driver that applies directives by the rule
// of staticcheck, what a directive silences at pos by the line alone.
func (d *directives) standIn(pos token.Pos, analyzer string) token.Pos {
	posn := d.fset.Position(pos)
	if node, ok := d.nodes[lineKey{posn.Filename, posn.Line}]; ok && d.ignores(pos, analyzer) {
		return node
	}
	return pos
}

// accepts reports whether the source accepts the order that an acquisition or
// call at pos makes.
func (d *directives) accepts(pos token.Pos) bool {
	accepts := d.ignores(pos, "lockorder") || d.ignores(pos, "trylockorder")
	if accepts {
		d.noteAccepting(pos)
	}
	return accepts
}
