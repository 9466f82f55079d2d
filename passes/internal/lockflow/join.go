package lockflow

import (
	"maps"
	"slices"
	"strings"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// maxProviders bounds the functions that a call through a type hierarchy is
// expanded to: past it the hierarchy says nothing about the call.
const maxProviders = 4

// A joiner resolves pending calls with the functions in sight.
type joiner struct {
	*engine
	own       *graphPart
	providers map[string][]string
	types     []methodSet
	memo      map[string][]string
	busy      map[string]bool
	acqs      map[string][]*op
	byKey     map[string]*summary // of this package
}

// join makes the edges of pending calls that can be resolved here: by a
// function or a type that this package or one of its imports has.
func (e *engine) join(r *Result, own *graphPart) []lockgraph.Edge {
	j := &joiner{engine: e, own: own, providers: make(map[string][]string),
		memo: make(map[string][]string), busy: make(map[string]bool), acqs: make(map[string][]*op)}
	var pending []pendingEdge
	add := func(g *graphPart) {
		pending = append(pending, g.pending...)
		for _, p := range g.providers {
			if !slices.Contains(j.providers[p.key], p.fn) {
				j.providers[p.key] = append(j.providers[p.key], p.fn)
			}
		}
		j.types = append(j.types, g.types...)
	}
	for _, name := range e.imported.names {
		if s := e.imported.sections[name]; s.joins() {
			add(e.imported.graph(s))
		}
	}
	add(own)
	e.joiner = j
	var out []lockgraph.Edge
	known := make(map[string]bool)
	for _, x := range r.Graph.Edges() {
		known[x.Key()] = true
	}
	for _, p := range pending {
		for _, o := range j.acquisitions(p.key) {
			x, ok := j.resolved(p, o)
			if !ok || known[x.Key()] {
				continue
			}
			known[x.Key()] = true
			r.addEdge(e.path, x)
			out = append(out, x)
		}
	}
	return out
}

// resolved is the edge that a pending call makes by an acquisition.
func (j *joiner) resolved(p pendingEdge, o *op) (lockgraph.Edge, bool) {
	c := j.class(o.path)
	if c.weak || c.name == p.edge.From {
		return lockgraph.Edge{}, false
	}
	x := p.edge
	x.To, x.ToMode, x.Kind, x.Retries = c.name, o.mode, o.how, o.retries
	x.Calls = slices.Clip(x.Calls)
	if x.Report != p.edge.Site {
		x.Calls = append(x.Calls, p.edge.Site)
	}
	for _, s := range o.calls {
		x.Calls = append(x.Calls, s.Site)
	}
	x.Calls = shorten(x.Calls)
	x.Site = o.site.Site
	x.ByClass, x.ByType = true, p.key[0] == 'I'
	for _, s := range append([]lockgraph.Site{x.Site}, x.Calls...) {
		x.Test = x.Test || strings.HasSuffix(s.File, "_test.go")
	}
	for _, g := range o.held {
		gate := lockgraph.Gate{Class: j.class(g.path).name, Mode: g.mode}
		if g.path.kind == rootGlobal {
			gate.Anchors = []string{""}
		}
		x.Gates = append(slices.Clip(x.Gates), gate)
	}
	return x, true
}

// acquisitions returns what a call by key may acquire.
func (j *joiner) acquisitions(key string) []*op {
	if ops, ok := j.acqs[key]; ok {
		return ops
	}
	if j.busy[key] {
		return nil
	}
	j.busy[key] = true
	defer delete(j.busy, key)
	var out []*op
	seen := make(map[string]bool)
	add := func(o *op) {
		k := j.class(o.path).name + "/" + o.mode.String() + o.how.String()
		if !seen[k] {
			seen[k] = true
			out = append(out, o)
		}
	}
	for _, fn := range j.candidates(key) {
		s := j.summaryByKey(fn)
		if s == nil {
			continue
		}
		for _, o := range s.ops {
			if o.target == nil {
				add(o)
			} else if o.target.key != "" && o.target.key[0] != 'I' {
				for _, inner := range j.acquisitions(o.target.key) {
					n := *inner
					n.calls = append(append(slices.Clip(o.calls), o.site), inner.calls...)
					add(&n)
				}
			}
		}
	}
	j.acqs[key] = out
	return out
}

func (j *joiner) summaryByKey(key string) *summary {
	if j.byKey == nil {
		j.byKey = make(map[string]*summary, len(j.sums))
		for _, fn := range slices.SortedFunc(maps.Keys(j.sums), compareFuncs) {
			s := j.sums[fn]
			if obj := declared(fn); obj != nil && fn.Parent() == nil {
				j.byKey[lockclass.FuncKey(obj)] = s
			} else if fn.Parent() != nil {
				j.byKey[j.closureKey(fn)] = s
			}
		}
	}
	if s, ok := j.byKey[key]; ok {
		return s
	}
	return j.imported.byKey(j.engine, key)
}

// candidates returns the functions that key may stand for.
func (j *joiner) candidates(key string) []string {
	if key[0] != 'I' {
		return j.providers[key]
	}
	if got, ok := j.memo[key]; ok {
		return got
	}
	method, all, _ := strings.Cut(key[1:], ":")
	var out []string
	implementers := 0
	for _, t := range j.types {
		if !implements(t.methods, all) {
			continue
		}
		implementers++
		for _, eff := range t.effects {
			if eff.method == method && !slices.Contains(out, eff.key) {
				out = append(out, eff.key)
			}
		}
	}
	if len(out) > maxProviders {
		out = nil
	}
	j.memo[key] = out
	return out
}

// implements reports whether a sorted list of method identities contains all
// those that ids is made of.
func implements(methods []string, ids string) bool {
	for ; len(ids) >= identityLen; ids = ids[identityLen:] {
		if _, ok := slices.BinarySearch(methods, ids[:identityLen]); !ok {
			return false
		}
	}
	return true
}
