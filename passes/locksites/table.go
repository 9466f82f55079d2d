package locksites

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// A Table holds the sites of many packages. The zero Table is empty.
type Table struct {
	sites map[siteKey]*verdict
	files map[string]string // see fileKey: the package, "" if several have such a file

	summaries map[string]*summary // of functions that acquire what their caller names
	wrappers  map[string]bool
	conds     map[string]*condLock // by the field or variable that holds the Cond
	onces     map[string]string    // by the field or variable that holds what sync.OnceFunc made: the maker
}

type siteKey struct {
	place
	callee string
}

// A verdict is what a table says of a site.
type verdict struct {
	kind  Kind
	class string
}

// A summary is what callers need to know of a function.
type summary struct {
	opens   []*open
	results []*path // those that lead to locks, nil for others
	made    []*open // of the closure that the function returns: see sync.OnceFunc
}

// An open is an acquisition, or a call that leads to one, of a lock that is named
// by a parameter of the function.
type open struct {
	at     place
	lock   *path
	method string // if an interface is at lock: the method called, which acquires it
}

// Add reads a type-checked package. Packages are added in dependency order, sync
// included: what is called in one that is missing, or comes later, is not known.
// A package with type errors is read as far as its types go. Of info, the maps
// Types, Defs, Uses, Implicits and Selections are read.
//
// A package may be added again with its test files, as the go command compiles it
// for a test. What the two say of one line must agree to be known.
func (t *Table) Add(fset *token.FileSet, pkg *types.Package, files []*ast.File, info *types.Info) {
	if t.sites == nil {
		*t = Table{
			sites: make(map[siteKey]*verdict), files: make(map[string]string),
			summaries: make(map[string]*summary), wrappers: make(map[string]bool),
			conds: make(map[string]*condLock), onces: make(map[string]string),
		}
	}
	if pkg == nil || info == nil || opaque(pkg.Path()) {
		return
	}
	r := newReader(t, fset, pkg, info)
	r.scan(files)
	r.findWrappers()
	r.resolve()
	r.export()
	if pkg.Name() == "main" {
		r.noteCommand()
	}
}

// opaque reports whether the locks of a package are none that can be hooked.
func opaque(path string) bool {
	return path == "internal/sync" || path == "runtime" || strings.HasPrefix(path, "internal/runtime/")
}

func (t *Table) isWrapper(owner string) bool { return t.wrappers[owner] }

// note enters what is known of a site. Two acquisitions on one line are one
// site, which is known only if both are of one class.
func (t *Table) note(at place, callee string, v verdict) {
	k := siteKey{at, callee}
	if old := t.sites[k]; old == nil {
		t.sites[k] = &v
	} else if *old != v {
		*old = verdict{kind: Ambiguous}
	}
}

// fileKey names a file by its base name and the name of its directory. Where a
// function literal runs in a function that was inlined into another package, the
// run time names that package, and only the file tells the real one.
func fileKey(name string) string {
	dir, base := filepath.Split(name)
	return filepath.Base(dir) + "/" + base
}

// noteFile enters that a file has sites in function literals. dir is its
// directory at build time, which -trimpath replaces by the import path, that of
// the package under test for external tests.
func (t *Table) noteFile(pkg, dir, base string) {
	for _, d := range []string{dir, strings.TrimSuffix(pkg, "_test")} {
		key := fileKey(d + "/" + base)
		if old, ok := t.files[key]; ok && old != pkg {
			t.files[key] = ""
		} else {
			t.files[key] = pkg
		}
	}
}

// Sites returns all sites, sorted.
func (t *Table) Sites() []Site {
	sites := make([]Site, 0, len(t.sites))
	for k, v := range t.sites {
		sites = append(sites, Site{Pkg: k.pkg, File: k.file, Line: k.line, Callee: k.callee, Kind: v.kind, Class: v.class})
	}
	slices.SortFunc(sites, compareSites)
	return sites
}

// noteCommand enters the sites of a command again, under the name that the
// linker gives to its package. In the test of a command the package has its
// import path.
func (r *reader) noteCommand() {
	rename := func(callee string) string {
		if rest, ok := strings.CutPrefix(callee, r.path+"/"); ok && !strings.Contains(rest, "/") {
			return "main/" + rest
		}
		return callee
	}
	var own []siteKey
	for k := range r.sites {
		if k.pkg == r.path {
			own = append(own, k)
		}
	}
	for _, k := range own {
		r.note(place{"main", k.file, k.line}, rename(k.callee), *r.sites[k])
	}
}

// export keeps what packages that import this one need.
func (r *reader) export() {
	for _, f := range r.decls {
		f.sum.results = r.results(f)
		if len(f.sum.opens)+len(f.sum.made)+len(f.sum.results) > 0 {
			strip(f.sum)
			r.summaries[lockclass.FuncKey(f.obj)] = f.sum
		}
	}
	if r.condIndex == nil {
		r.indexConds()
	}
	for _, key := range slices.Sorted(maps.Keys(r.condIndex)) {
		if c := r.condOf(key); c != nil {
			c.lock = stripped(c.lock)
		}
	}
}

// strip reduces a summary to what does not hold on to the package's types.
func strip(s *summary) {
	for _, list := range [][]*open{s.opens, s.made} {
		for _, o := range list {
			o.lock = stripped(o.lock)
		}
	}
	for i, p := range s.results {
		s.results[i] = stripped(p)
	}
}

func stripped(p *path) *path {
	if p == nil || p.typ == nil && p.parent == nil {
		return p
	}
	q := *p
	q.typeRef, q.parent = typeRef{key: p.typeKey()}, stripped(p.parent)
	q.also = slices.Clone(q.also)
	for i, w := range q.also {
		q.also[i] = typeRef{key: w.typeKey()}
	}
	return &q
}
