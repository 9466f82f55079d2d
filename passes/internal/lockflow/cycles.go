package lockflow

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lockvet/lockvet/lockgraph"
)

// A Finding is a cycle with the place at which to report it.
type Finding struct {
	lockgraph.Cycle
	Pos, End token.Pos // End may be left to Report
	At       int       // the edge reported on, -1 for an import that joins the halves
}

// Cycles returns the cycles that the package completes: those of which an edge
// is made here, and those whose parts lie in imports that know nothing of each
// other. Of cycles wholly in other modules, those that deps names are among them.
func (r *Result) Cycles(pass *analysis.Pass, o lockgraph.Options, deps *Deps) []Finding {
	var out []Finding
	judge := NewJudge(r.Graph)
	cycles := slices.DeleteFunc(r.Graph.Cycles(o), func(c lockgraph.Cycle) bool { return !judge.Counts(&c) || r.known(&c) })
	for _, c := range Distinct(cycles) {
		if f, ok := r.locate(pass, c, deps); ok {
			out = append(out, f)
		}
	}
	return out
}

// known reports whether one of the imports has all of the cycle, and so has
// reported it.
func (r *Result) known(c *lockgraph.Cycle) bool {
	return slices.ContainsFunc(r.imports, func(d *importedFact) bool {
		for i := range c.Edges {
			from := r.pairs[pairOf(&c.Edges[i])]
			if !slices.ContainsFunc(from, func(pkg string) bool { return d.has[pkg] }) {
				return false
			}
		}
		return true
	})
}

// locate chooses where to report c: a trylock's edge if it has one, else the
// last of the package's edges in source order, else the import that brings
// the last part.
func (r *Result) locate(pass *analysis.Pass, c lockgraph.Cycle, deps *Deps) (Finding, bool) {
	best := -1
	var at token.Pos
	better := func(i int, p token.Pos) bool {
		x, b := &c.Edges[i], &c.Edges[best]
		if try := isTry(x); try != isTry(b) {
			return try
		}
		if mine := x.Report.Pkg == r.pkgPath; mine != (b.Report.Pkg == r.pkgPath) {
			return mine
		}
		p1, p2 := pass.Fset.Position(p), pass.Fset.Position(at)
		return cmp.Or(strings.Compare(p1.Filename, p2.Filename), cmp.Compare(p1.Offset, p2.Offset)) > 0
	}
	for i := range c.Edges {
		if p, ok := r.placeOf(&c.Edges[i]); ok && (best < 0 || better(i, p)) {
			best, at = i, p
		}
	}
	if best >= 0 {
		return Finding{Cycle: c, Pos: at, At: best}, true
	}
	if !deps.reports(&c) && !r.inModule(&c) {
		return Finding{}, false
	}
	pos, end := r.joiningImport(pass, &c)
	return Finding{c, pos, end, -1}, pos.IsValid()
}

// placeOf returns where the package makes an edge: where it holds the first
// lock, or the first call of its own on the way where another package holds it
// and calls back.
func (r *Result) placeOf(e *lockgraph.Edge) (token.Pos, bool) {
	if p, ok := r.places[e.Report]; ok {
		return p, true
	}
	for _, s := range append(slices.Clip(e.Calls), e.Site) {
		if p, ok := r.places[s]; ok {
			return p, true
		}
	}
	return token.NoPos, false
}

func isTry(e *lockgraph.Edge) bool { return e.Kind != lockgraph.Wait }

// inModule reports whether an edge of c lies in the module of the package.
// Where the driver does not tell the module, the first elements of the import
// path stand for it.
func (r *Result) inModule(c *lockgraph.Cycle) bool {
	mod := r.modulePath
	if mod == "" {
		mod = moduleGuess(r.pkgPath)
	}
	return slices.ContainsFunc(c.Edges, func(x lockgraph.Edge) bool {
		return within(x.Report.Pkg, mod)
	})
}

// codeHosts are the hosts on which a module's path begins with the host, an owner
// and a repository. On others it is taken to begin with two elements, as in
// go.uber.org/zap.
var codeHosts = map[string]bool{"github.com": true, "gitlab.com": true, "bitbucket.org": true, "codeberg.org": true, "golang.org": true, "gitee.com": true, "git.sr.ht": true}

func moduleGuess(path string) string {
	parts := strings.Split(path, "/")
	n := 1
	switch {
	case codeHosts[parts[0]]:
		n = 3
	case strings.Contains(parts[0], "."):
		n = 2
	}
	return strings.Join(parts[:min(n, len(parts))], "/")
}

// joiningImport returns the import that brings the second half of a cycle: the
// last by path that has a part of it.
func (r *Result) joiningImport(pass *analysis.Pass, c *lockgraph.Cycle) (pos, end token.Pos) {
	for _, d := range slices.Backward(r.imports) {
		has := slices.ContainsFunc(c.Edges, func(x lockgraph.Edge) bool {
			return slices.ContainsFunc(r.pairs[pairOf(&x)], func(pkg string) bool { return d.has[pkg] })
		})
		if !has {
			continue
		}
		for _, f := range pass.Files {
			for _, spec := range f.Imports {
				if path, err := strconv.Unquote(spec.Path.Value); err == nil && path == d.path {
					return spec.Pos(), spec.End()
				}
			}
		}
	}
	if len(pass.Files) > 0 {
		return pass.Files[0].Name.Pos(), pass.Files[0].Name.End()
	}
	return token.NoPos, token.NoPos
}

// Report reports a diagnostic of an analyzer unless the source asks for
// silence at its place, or it lies in a generated file.
func (r *Result) Report(pass *analysis.Pass, d analysis.Diagnostic) {
	file := pass.Fset.File(d.Pos)
	if file == nil || r.directives.generated[file.Name()] || !By.ReadsDirectives && r.directives.ignores(d.Pos, pass.Analyzer.Name) {
		return
	}
	if By.ReadsDirectives {
		if at := r.directives.standIn(d.Pos, pass.Analyzer.Name); at != d.Pos {
			d.Pos, d.End = at, at+1
		}
	}
	if !d.End.IsValid() || d.End <= d.Pos {
		d.Pos, d.End = r.callAround(pass, d.Pos)
	}
	pass.Report(d)
}

// Malformed reports the project's own directives that cannot be read.
func (r *Result) Malformed(pass *analysis.Pass) {
	for _, m := range r.directives.malformed {
		r.Report(pass, analysis.Diagnostic{Pos: m.pos, End: m.end, Message: m.message})
	}
}

// Name shortens a class or import path for a message: the package's own names
// go without a qualifier, others with the package's name.
func (r *Result) Name(class string) string {
	if rest, ok := strings.CutPrefix(class, r.pkgPath+"."); ok {
		return rest
	}
	return class[strings.LastIndexByte(class, '/')+1:]
}

// Where shows a site: the file's base name, with the import path where that is
// another package's.
func (r *Result) Where(s lockgraph.Site) string {
	if s.Pkg == r.pkgPath {
		return fmt.Sprintf("%s:%d", s.File, s.Line)
	}
	return s.String()
}
