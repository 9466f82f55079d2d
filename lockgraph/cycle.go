package lockgraph

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// Cycle is one circular wait, or one violation of a declared order.
type Cycle struct {
	Verdict Verdict
	Edges   []Edge // Edges[i].To == Edges[i+1].From, rotated so that the smallest class name is first
	Writers []Site // for each class where both sides are shared: the blocking Lock that makes them conflict
	Order   *Order // OrderViolation only: the declared order that decides
}

// ID is the stable identity of the cycle, 16 hexadecimal digits: the same
// for every driver and run while the verdict, the classes and the places
// where the locks are acquired stay the same.
func (c *Cycle) ID() string {
	b := []byte{byte(c.Verdict)}
	for i := range c.Edges {
		e := &c.Edges[i]
		b = appendString(b, e.From)
		b = appendString(b, e.To)
		b = appendPlace(b, e.Held)
		b = appendPlace(b, e.Site)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// Classes returns the classes of the cycle in its order, each once.
func (c *Cycle) Classes() []string {
	var names []string
	for i := range c.Edges {
		names = append(names, c.Edges[i].From)
	}
	if c.Verdict == OrderViolation {
		names = append(names, c.Edges[len(c.Edges)-1].To)
	}
	return slices.Compact(names)
}

// ByClass reports whether the cycle is known by class only: for some edge
// the instances are not proven the same as those of the others.
func (c *Cycle) ByClass() bool {
	return slices.ContainsFunc(c.Edges, func(e Edge) bool { return e.ByClass })
}

// Options steer the search for cycles.
type Options struct {
	WhatIfSpin bool // treat every one-shot try as if it spun: Avoidance cycles are reported
	Budget     int  // search steps per component and layer; 0 means a default that grows with the component
}

// Cycles returns the cycles that count, worst verdict first, in an order that
// depends only on what the graph holds. For each pair of classes it looks for
// the shortest that leads through it, unless a cycle that was found before
// does already; it never enumerates all. See the package documentation for
// what counts.
//
// Cycles of production edges are searched first, then those of test edges;
// none has both. A component whose search exceeds the budget yields what was
// found by then, the shortest cycles first.
func (g *Graph) Cycles(o Options) []Cycle {
	s := newSearch(g, o)
	violating := s.violations()
	for _, test := range []bool{false, true} {
		p := s.population(test, violating)
		for k := layerWait; k <= s.last; k++ {
			p.sameClassCycles(k)
			p.longerCycles(k)
		}
	}
	slices.SortFunc(s.found, compareCycles)
	return s.found
}

func compareCycles(a, b Cycle) int {
	return cmp.Or(
		cmp.Compare(a.Verdict, b.Verdict),
		cmp.Compare(bit(a.Edges[0].Test), bit(b.Edges[0].Test)),
		slices.CompareFunc(a.Edges, b.Edges, func(e, f Edge) int {
			return strings.Compare(e.From, f.From)
		}),
		slices.CompareFunc(a.Edges, b.Edges, func(e, f Edge) int { return compareEdges(&e, &f) }),
	)
}
