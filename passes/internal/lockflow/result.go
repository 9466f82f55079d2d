package lockflow

import (
	"cmp"
	"fmt"
	"go/token"
	"maps"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lockvet/lockvet/lockgraph"
)

// Of returns the engine's result for a pass that requires it.
func Of(pass *analysis.Pass) (*Result, error) {
	r := pass.ResultOf[Analyzer].(*Result)
	return r, r.Err
}

// result names what was found, joins it with what the imports say, and exports
// the package's fact.
func (e *engine) result(built bool) (*Result, error) {
	r := &Result{
		Graph: lockgraph.New(), BuiltSSA: built,
		places: make(map[lockgraph.Site]token.Pos), imports: e.imported.direct,
		directives: e.directives, pkgPath: e.path,
	}
	r.modulePath = moduleOf(e.pass, e.path)
	if e.directives == nil {
		e.directives = readDirectives(e.pass)
		r.directives = e.directives
	}
	own := &graphPart{orders: e.directives.orders}
	funcs := make(map[string]*summary)
	if built {
		e.nameEdges(r, own)
		e.events(r)
		if RecordAcquired {
			r.Acquired = e.acquired()
		}
		e.exportSummaries(own, funcs)
	} else {
		e.passOn(own, funcs)
	}
	e.exportProviders(own, funcs)
	// What one import has seen whole needs no second look.
	if own.joins() || !e.imported.inherited() {
		for _, name := range e.imported.names {
			if s := e.imported.sections[name]; s.joins() || built {
				r.add(name, e.imported.graph(s))
			}
		}
		r.add(e.path, own)
		own.edges = append(own.edges, e.join(r, own)...)
	}
	if Explain {
		r.Explained = e.explain(own)
	}
	if e.imported.err != nil {
		return &Result{Err: e.imported.err}, nil
	}
	return r, e.export(r, own, funcs)
}

// add enters a section into the graph.
func (r *Result) add(pkg string, g *graphPart) {
	for _, c := range g.classes {
		r.Graph.AddClass(c)
	}
	for _, edge := range g.edges {
		r.addEdge(pkg, edge)
	}
	for _, o := range g.orders {
		r.Graph.AddOrder(o)
	}
}

func (r *Result) addEdge(pkg string, edge lockgraph.Edge) {
	r.Graph.AddEdge(edge)
	k := pairOf(&edge)
	if r.pairs == nil {
		r.pairs = make(map[pair][]string)
	}
	if l := r.pairs[k]; !slices.Contains(l, pkg) {
		r.pairs[k] = append(l, pkg)
	}
}

// A pair is a way in which two classes are ordered.
type pair struct {
	from, to string
	kind     lockgraph.Kind
}

func pairOf(e *lockgraph.Edge) pair { return pair{e.From, e.To, e.Kind} }

// nameEdges turns the paths of the edges into classes.
func (e *engine) nameEdges(r *Result, own *graphPart) {
	classes := make(map[string]*lockgraph.Class)
	class := func(p *path) class {
		c := e.class(p)
		if classes[c.name] == nil && !c.weak {
			classes[c.name] = &lockgraph.Class{Name: c.name}
		}
		return c
	}
	for _, raw := range e.edges {
		before := raw
		if raw = e.refine(raw); raw == nil {
			e.leaveOut(before.from, before.to, before.held, before.site, before.calls, Unpublished)
			continue
		}
		if e.accepted(raw) {
			e.leaveOut(raw.from, raw.to, raw.held, raw.site, raw.calls, Ignored)
			continue
		}
		from := class(raw.from)
		if from.weak {
			e.leaveOut(raw.from, raw.to, raw.held, raw.site, raw.calls, Unnamed)
			continue
		}
		edge := e.namedEdge(raw, from)
		for _, c := range raw.calls {
			r.place(c)
		}
		r.place(raw.report)
		r.place(raw.site)
		r.place(raw.held)
		if raw.target != nil {
			if raw.target.key != "" {
				own.pending = append(own.pending, pendingEdge{edge, raw.target.key, e.settled(raw.target)})
			}
			continue
		}
		to := class(raw.to)
		if to.weak {
			e.leaveOut(raw.from, raw.to, raw.held, raw.site, raw.calls, Unnamed)
			continue
		}
		edge.To = to.name
		if raw.adaptive {
			classes[to.name].Adaptive = true
		}
		if from.name == to.name {
			edge.Relation = e.relation(raw)
		}
		own.edges = append(own.edges, edge)
	}
	for _, w := range e.writers {
		if c := class(w.path); !c.weak {
			classes[c.name].Writers = append(classes[c.name].Writers, e.namedWriter(w))
			r.place(w.site)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(classes)) {
		own.classes = append(own.classes, *classes[name])
	}
}

// accepted reports whether the source accepts the order that raw stands for.
func (e *engine) accepted(raw *rawEdge) bool {
	if len(e.directives.ignored) == 0 {
		return false
	}
	if e.directives.accepts(raw.site.pos) || e.directives.accepts(raw.report.pos) {
		return true
	}
	return slices.ContainsFunc(raw.calls, func(s site) bool { return e.directives.accepts(s.pos) })
}

func (r *Result) place(s site) {
	if s.pos.IsValid() {
		if _, ok := r.places[s.Site]; !ok {
			r.places[s.Site] = s.pos
		}
	}
}

// namedEdge is raw with its sites, gates and anchors; To is left to fill in.
func (e *engine) namedEdge(raw *rawEdge, from class) lockgraph.Edge {
	edge := lockgraph.Edge{
		From: from.name, FromMode: raw.fromMode, ToMode: raw.toMode, Kind: raw.kind, Retries: raw.retries,
		Held: raw.held.Site, Site: raw.site.Site, Report: raw.report.Site, Origin: lockgraph.Static,
	}
	for i, c := range raw.calls {
		if i == 0 && c.Site == raw.report.Site {
			continue
		}
		edge.Calls = append(edge.Calls, c.Site)
	}
	for _, s := range append([]lockgraph.Site{edge.Held, edge.Site, edge.Report}, edge.Calls...) {
		edge.Test = edge.Test || strings.HasSuffix(s.File, "_test.go")
	}
	edge.FromAnchor = e.anchors(raw.from, raw.from, raw.to)
	edge.ByClass = raw.from.kind != rootGlobal || raw.to != nil && raw.to.kind != rootGlobal
	for _, g := range raw.gates {
		edge.Gates = append(edge.Gates, lockgraph.Gate{
			Class: e.class(g.path).name, Mode: g.mode, Anchors: e.anchors(g.path, raw.from, raw.to),
		})
	}
	slices.SortFunc(edge.Gates, func(a, b lockgraph.Gate) int {
		return cmp.Or(cmp.Compare(a.Class, b.Class), cmp.Compare(a.Mode, b.Mode), slices.Compare(a.Anchors, b.Anchors))
	})
	edge.Gates = slices.CompactFunc(edge.Gates, func(a, b lockgraph.Gate) bool {
		return a.Class == b.Class && a.Mode == b.Mode && slices.Equal(a.Anchors, b.Anchors)
	})
	return edge
}

// export writes the package's fact: its own section and those it imports.
func (e *engine) export(r *Result, own *graphPart, funcs map[string]*summary) error {
	prune(own, funcs, e)
	fact := new(Fact)
	size, ownSize := 0, 0
	for _, name := range e.imported.names {
		if name != e.path {
			fact.sections = append(fact.sections, e.imported.sections[name].rawSection)
		}
	}
	s := rawSection{pkg: e.path, head: encodeHead(own), graph: compress(encodeNonEmpty(own)), funcs: compress(encodeFuncs(funcs))}
	if len(s.head)+len(s.graph)+len(s.funcs) > 0 {
		ownSize = len(s.head) + len(s.graph) + len(s.funcs)
		fact.sections = append(fact.sections, s)
	}
	slices.SortFunc(fact.sections, func(a, b rawSection) int { return strings.Compare(a.pkg, b.pkg) })
	if len(fact.sections) > 0 {
		e.pass.ExportPackageFact(fact)
	}
	for _, s := range fact.sections {
		size += len(s.head) + len(s.graph) + len(s.funcs) + len(s.pkg)
	}
	return e.writeStats(r, len(own.edges), ownSize, size)
}

func encodeNonEmpty(g *graphPart) []byte {
	if len(g.wrappers)+len(g.classes) == 0 && !g.joins() {
		return nil
	}
	return encodeGraph(g)
}

// writeStats appends a line about the package to the file that the variable
// LOCKVET_STATS names, for the benchmarks.
func (e *engine) writeStats(r *Result, edges, own, merged int) error {
	name := os.Getenv("LOCKVET_STATS")
	if name == "" {
		return nil
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	lines := 0
	for _, file := range e.pass.Files {
		lines += e.pass.Fset.File(file.FileStart).LineCount()
	}
	built := 0
	if r.BuiltSSA {
		built = 1
	}
	_, err = fmt.Fprintf(f, "%s\tssa=%d\tlines=%d\tedges=%d\town=%d\tmerged=%d\twidened=%s\n",
		e.path, built, lines, edges, own, merged, strings.Join(e.widened, ","))
	return cmp.Or(err, f.Close())
}
