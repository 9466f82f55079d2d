package lockgraph

import (
	"cmp"
	"slices"
	"strings"
)

// search is one run of [Graph.Cycles].
type search struct {
	g       *Graph
	budget  int
	last    layer // the last layer to search
	locks   lockTable
	covered map[classPair]bool // pairs that lie on a cycle that was found
	found   []Cycle
}

// classPair is an ordered pair of class ids.
type classPair struct{ from, to int32 }

func newSearch(g *Graph, o Options) *search {
	s := &search{
		g:       g,
		budget:  o.Budget,
		last:    layerGiveUp,
		locks:   make(lockTable),
		covered: make(map[classPair]bool),
	}
	if o.WhatIfSpin {
		s.last = layerTry
	}
	return s
}

// usable reports whether the edge may be part of a cycle at all.
func (s *search) usable(e *edgeEntry) bool {
	return e.layer() <= s.last && !s.g.classes[e.from].Weak && !s.g.classes[e.to].Weak
}

// population is the production or the test edges that can lie on a cycle of
// two classes or more, with parallel edges put together, and for cycles of one
// class the edges from a class to itself.
type population struct {
	*search
	nodes    []int32    // class ids, by name
	bundles  []bundle   // by from, then to
	out      []int32    // bundles from node v: out[v] up to out[v+1]
	in       []int32    // positions in inBundle of the bundles to node v
	inBundle []int32    // bundle numbers
	loops    []loopNode // same-class edges
	present  [layerCount]bool
}

// bundle is the parallel edges of an ordered pair of nodes, by layer.
type bundle struct {
	from, to int32
	edges    []candidate
}

func (b *bundle) hasLayer(k layer) bool {
	return slices.ContainsFunc(b.edges, func(c candidate) bool { return c.layer == k })
}

// population gathers the edges. Those between different components of the
// whole are dropped first, in linear time: of a big graph little remains.
func (s *search) population(test bool, violating map[*edgeEntry]bool) *population {
	p := &population{search: s}
	var kept []*edgeEntry
	loops := make(map[int32][]*Edge)
	for _, e := range s.g.edges {
		switch {
		case e.Test != test || violating[e] || !s.usable(e):
		case e.from == e.to:
			loops[e.from] = append(loops[e.from], &e.Edge)
		default:
			kept = append(kept, e)
		}
	}
	p.addLoops(loops)
	comp, _ := makeArcs(len(s.g.classes), func(yield func(from, to int32)) {
		for _, e := range kept {
			yield(e.from, e.to)
		}
	}).components()
	kept = slices.DeleteFunc(kept, func(e *edgeEntry) bool { return comp[e.from] != comp[e.to] })
	p.addBundles(kept)
	return p
}

func (p *population) addBundles(kept []*edgeEntry) {
	local := make([]int32, len(p.g.classes)) // first whether seen, then the node
	for _, e := range kept {
		for _, id := range []int32{e.from, e.to} {
			if local[id] == 0 {
				local[id] = 1
				p.nodes = append(p.nodes, id)
			}
		}
	}
	slices.SortFunc(p.nodes, func(a, b int32) int {
		return strings.Compare(p.g.classes[a].Name, p.g.classes[b].Name)
	})
	for v, id := range p.nodes {
		local[id] = int32(v)
	}
	slices.SortFunc(kept, func(e, f *edgeEntry) int {
		return cmp.Or(cmp.Compare(local[e.from], local[f.from]), cmp.Compare(local[e.to], local[f.to]))
	})
	for len(kept) > 0 {
		from, to := kept[0].from, kept[0].to
		var parallel []*Edge
		for len(kept) > 0 && kept[0].from == from && kept[0].to == to {
			parallel = append(parallel, &kept[0].Edge)
			p.present[kept[0].layer()] = true
			kept = kept[1:]
		}
		p.bundles = append(p.bundles, bundle{local[from], local[to], p.locks.candidates(parallel)})
	}
	p.link()
}

// link builds the two ways to walk the bundles.
func (p *population) link() {
	n := len(p.nodes)
	forward := makeArcs(n, func(yield func(from, to int32)) {
		for i := range p.bundles {
			yield(p.bundles[i].from, int32(i))
		}
	})
	back := makeArcs(n, func(yield func(from, to int32)) {
		for i := range p.bundles {
			yield(p.bundles[i].to, int32(i))
		}
	})
	// Bundles are sorted by from, so forward.dst is the identity.
	p.out, p.in, p.inBundle = forward.start, back.start, back.dst
}

// class returns the class of a node.
func (p *population) class(node int32) *Class { return &p.g.classes[p.nodes[node]].Class }

// node finds the node of a class by name, if it has one.
func (p *population) node(class string) (int32, bool) {
	v, ok := slices.BinarySearchFunc(p.nodes, class, func(id int32, name string) int {
		return strings.Compare(p.g.classes[id].Name, name)
	})
	return int32(v), ok
}

// pair returns the classes of a bundle.
func (p *population) pair(b *bundle) classPair {
	return classPair{p.nodes[b.from], p.nodes[b.to]}
}

// report records the cycle of path, of which no two edges exclude each other,
// if it counts: at each class holder and acquirer conflict, and it is not
// bounded by adaptive mutexes that notice it themselves.
func (s *search) report(path []*candidate) bool {
	first := 0
	inCycle := make(map[string]bool, len(path))
	for i, c := range path {
		inCycle[c.edge.From] = true
		if c.edge.From < path[first].edge.From {
			first = i
		}
	}
	path = append(slices.Clone(path[first:]), path[:first]...)
	var cycle Cycle
	var ids []int32
	adaptive := true
	for i, c := range path {
		e, before := c.edge, path[(i+len(path)-1)%len(path)].edge
		id := s.g.ids[e.From]
		class := &s.g.classes[id].Class
		if !conflict(e.FromMode, before.ToMode) {
			site, ok := s.locks.writer(class, func(u string) bool { return inCycle[u] }, path)
			if !ok {
				return false
			}
			cycle.Writers = append(cycle.Writers, site)
		}
		adaptive = adaptive && class.Adaptive
		cycle.Edges = append(cycle.Edges, *e)
		ids = append(ids, id)
	}
	cycle.Verdict = verdictOf(cycle.Edges)
	if cycle.Verdict == BoundedSpin && adaptive {
		return false
	}
	for i, id := range ids {
		s.covered[classPair{id, ids[(i+1)%len(ids)]}] = true
	}
	s.found = append(s.found, cycle)
	return true
}
