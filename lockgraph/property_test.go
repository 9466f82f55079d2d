package lockgraph

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"
)

// randomParts makes a small graph with all that the rules look at.
func randomParts(r *rand.Rand, classes, edges int) []any {
	name := func() string { return string(rune('A' + r.Intn(classes))) }
	mode := func() Mode { return Mode(r.Intn(2)) }
	var anchors = [][]string{nil, {""}, {"x"}, {"x", "y"}, {"y"}}
	var parts []any
	for range 1 + r.Intn(edges) {
		e := Edge{
			From: name(), To: name(), FromMode: mode(), ToMode: mode(),
			Kind: Kind(r.Intn(5)), Test: r.Intn(6) == 0, ByClass: r.Intn(2) == 0,
			Held: Site{Pkg: "p", File: "h.go", Line: r.Intn(3)},
			Site: Site{Pkg: "p", File: "s.go", Line: r.Intn(3)},
		}
		e.Retries = e.Kind == Spin && r.Intn(2) == 0
		if e.From == e.To {
			e.Relation = []Relation{"", "pair", ">f", "<f", "<g", ">g"}[r.Intn(6)]
		}
		if r.Intn(3) == 0 {
			e.FromAnchor = anchors[r.Intn(len(anchors))]
		}
		for range r.Intn(3) {
			class := []string{"G", name()}[r.Intn(2)]
			e.Gates = append(e.Gates, Gate{class, mode(), anchors[r.Intn(len(anchors))]})
		}
		parts = append(parts, e)
	}
	for range r.Intn(classes) {
		c := Class{Name: name(), Weak: r.Intn(8) == 0, Adaptive: r.Intn(2) == 0}
		if r.Intn(2) == 0 {
			w := Writer{Site: Site{Pkg: "p", File: "w.go", Line: r.Intn(3)}}
			for range r.Intn(2) {
				w.Under = append(w.Under, []string{"G", name()}[r.Intn(2)])
			}
			c.Writers = []Writer{w}
		}
		parts = append(parts, c)
	}
	if r.Intn(4) == 0 {
		parts = append(parts, Order{Before: name(), After: name()})
	}
	return parts
}

// reference states the rules once more, plainly and without any search order:
// it enumerates every cycle of a small graph.
type reference struct {
	g          *Graph
	violations []Edge
	cycles     [][]Edge
}

func enumerate(g *Graph) *reference {
	ref := &reference{g: g}
	var edges []Edge
	for _, e := range g.Edges() {
		if ref.violates(&e) {
			ref.violations = append(ref.violations, e)
		} else {
			edges = append(edges, e)
		}
	}
	for _, e := range edges {
		if e.From == e.To {
			ref.add([]Edge{e})
			for _, f := range edges {
				if f.From == e.From && f.To == e.To {
					ref.add([]Edge{e, f})
				}
			}
		} else {
			ref.extend([]Edge{e}, edges)
		}
	}
	return ref
}

func (ref *reference) extend(path, edges []Edge) {
	last := path[len(path)-1]
	for _, e := range edges {
		if e.From != last.To || e.To == e.From {
			continue
		}
		next := append(slices.Clone(path), e)
		if e.To == path[0].From {
			ref.add(next)
		} else if !slices.ContainsFunc(path, func(p Edge) bool { return p.From == e.To || p.To == e.To }) {
			ref.extend(next, edges)
		}
	}
}

func (ref *reference) add(path []Edge) {
	if ref.counts(path) {
		ref.cycles = append(ref.cycles, path)
	}
}

func (ref *reference) violates(e *Edge) bool {
	a, _ := ref.g.Class(e.From)
	b, _ := ref.g.Class(e.To)
	if a.Weak || b.Weak || e.From == e.To || e.Kind > Poll {
		return false
	}
	before := map[string]bool{e.From: true}
	for range ref.g.Orders() {
		for _, o := range ref.g.Orders() {
			if before[o.After] {
				before[o.Before] = true
			}
		}
	}
	return before[e.To]
}

func (ref *reference) counts(path []Edge) bool {
	adaptive := true
	for i, e := range path {
		c, _ := ref.g.Class(e.From)
		adaptive = adaptive && c.Adaptive
		if c.Weak || e.Test != path[0].Test || !ref.conflict(path, &path[(i+len(path)-1)%len(path)], &e) {
			return false
		}
		for j, f := range path {
			if i != j && exclude(&e, &f, e.From != f.From) {
				return false
			}
		}
	}
	if verdictOf(path) == BoundedSpin && adaptive {
		return false
	}
	if path[0].From != path[0].To {
		return true
	}
	if len(path) == 1 {
		return path[0].Relation == Interchangeable && !exclude(&path[0], &path[0], false)
	}
	r, s := path[0].Relation, path[1].Relation
	return r != "" && s != "" && r[0] == '>' && s[0] == '<' && r[1:] == s[1:]
}

// conflict says whether the holder makes the acquirer wait.
func (ref *reference) conflict(path []Edge, acquirer, holder *Edge) bool {
	if acquirer.ToMode == Exclusive || holder.FromMode == Exclusive {
		return true
	}
	c, _ := ref.g.Class(holder.From)
	return slices.ContainsFunc(c.Writers, func(w Writer) bool {
		for _, u := range w.Under {
			for _, e := range path {
				if e.From == u || slices.ContainsFunc(e.Gates, func(g Gate) bool {
					return g.Class == u && slices.Contains(g.Anchors, "")
				}) {
					return false
				}
			}
		}
		return true
	})
}

func exclude(e, f *Edge, withFrom bool) bool {
	for i, g := range append(slices.Clone(e.Gates), Gate{e.From, e.FromMode, e.FromAnchor}) {
		for j, h := range append(slices.Clone(f.Gates), Gate{f.From, f.FromMode, f.FromAnchor}) {
			bothFrom := i == len(e.Gates) && j == len(f.Gates)
			oneFrom := i == len(e.Gates) || j == len(f.Gates)
			if bothFrom && !withFrom || oneFrom && e.Key() == f.Key() {
				continue
			}
			if g.Class == h.Class && (g.Mode == Exclusive || h.Mode == Exclusive) &&
				slices.ContainsFunc(g.Anchors, func(a string) bool { return slices.Contains(h.Anchors, a) }) {
				return true
			}
		}
	}
	return false
}

func TestAgainstEnumeration(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	runs := 4000
	if testing.Short() {
		runs = 500
	}
	for i := range runs {
		classes := 2 + r.Intn(4)
		g := graphOf(randomParts(r, classes, 4+classes*2)...)
		compare(t, g, enumerate(g))
		if t.Failed() {
			t.Fatalf("run %d", i)
		}
	}
}

func compare(t *testing.T, g *Graph, ref *reference) {
	t.Helper()
	found := g.Cycles(Options{WhatIfSpin: true})
	covered := make(map[[2]string]layer) // the first layer that covered the pair
	violations := 0
	seen := make(map[string]bool)
	for i := range found {
		c := &found[i]
		checkShape(t, c)
		if c.Verdict == OrderViolation {
			violations++
			covered[[2]string{c.Edges[0].From, c.Edges[0].To}] = layerWait
			continue
		}
		if !ref.counts(c.Edges) || c.Verdict != verdictOf(c.Edges) {
			t.Errorf("reported, but does not count: %v", c)
		}
		if key := fmt.Sprint(c.Classes()); seen[key] {
			t.Errorf("reported twice: %s", key)
		} else {
			seen[key] = true
		}
		if !ref.shortest(c.Edges) {
			t.Errorf("no edge has this as its shortest: %v", c)
		}
		for _, e := range c.Edges {
			pair := [2]string{e.From, e.To}
			if k, ok := covered[pair]; !ok || last(c.Edges) < k {
				covered[pair] = last(c.Edges)
			}
		}
	}
	if violations != len(ref.violations) {
		t.Errorf("%d violations, want %d", violations, len(ref.violations))
	}
	for _, path := range ref.cycles {
		for _, e := range path {
			k, ok := covered[[2]string{e.From, e.To}]
			worse := ok && (k <= last(path) || e.Test)
			if e.layer() == last(path) && !worse {
				t.Errorf("not covered: %v", path)
			}
		}
	}
}

func last(path []Edge) layer {
	var k layer
	for i := range path {
		k = max(k, path[i].layer())
	}
	return k
}

// shortest reports whether for some edge of path, of its last layer, no
// shorter cycle counts.
func (ref *reference) shortest(path []Edge) bool {
	k := last(path)
	return slices.ContainsFunc(path, func(e Edge) bool {
		return e.layer() == k && !slices.ContainsFunc(ref.cycles, func(other []Edge) bool {
			return len(other) < len(path) && last(other) == k && other[0].Test == e.Test &&
				slices.ContainsFunc(other, func(f Edge) bool {
					return f.From == e.From && f.To == e.To && f.layer() == k
				})
		})
	})
}
