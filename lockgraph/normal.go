package lockgraph

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxWriters bounds the writers kept of a class. Each stands for a different
// set of locks; a class written under more sets than this is written freely
// enough that the smallest of them decide.
const maxWriters = 8

// normal returns e in the one form that the graph stores: its slices are its
// own, sorted, without duplicates and nil when empty, its strings are valid
// UTF-8 (so JSON gives them back unchanged), and fields without meaning for
// the edge are zero. Equal edges have equal normal forms.
func (e *Edge) normal() Edge {
	n := *e
	n.From, n.To = clean(e.From), clean(e.To)
	n.Relation = Relation(clean(string(e.Relation)))
	n.Held, n.Site, n.Report = e.Held.normal(), e.Site.normal(), e.Report.normal()
	n.Retries = e.Retries && e.Kind == Spin
	n.Origin &= Static | Runtime
	if !n.Relation.valid(n.From == n.To) {
		n.Relation = ""
	}
	n.FromAnchor = stringSet(e.FromAnchor)
	n.Calls = nil
	for _, s := range e.Calls {
		n.Calls = append(n.Calls, s.normal())
	}
	n.Gates = nil
	for _, g := range e.Gates {
		if g.Class != "" {
			n.Gates = append(n.Gates, Gate{clean(g.Class), g.Mode, stringSet(g.Anchors)})
		}
	}
	slices.SortFunc(n.Gates, compareGates)
	n.Gates = slices.CompactFunc(n.Gates, func(a, b Gate) bool { return compareGates(a, b) == 0 })
	return n
}

func (c Class) normal() Class {
	c.Name = clean(c.Name)
	c.Writers = mergeWriters(nil, c.Writers)
	return c
}

func (s Site) normal() Site {
	s.Pkg, s.File, s.Func = clean(s.Pkg), clean(s.File), clean(s.Func)
	s.Line = max(s.Line, 0)
	return s
}

// mergeWriters adds more to ws: for each set of locks one writer, the one
// with the smallest site, and of those the maxWriters with the smallest sets.
// Both choices are minima, so the order of merging does not matter.
func mergeWriters(ws, more []Writer) []Writer {
	if len(more) == 0 {
		return ws
	}
	all := slices.Clone(ws)
	for _, w := range more {
		all = append(all, Writer{w.Site.normal(), stringSet(w.Under)})
	}
	slices.SortFunc(all, func(a, b Writer) int {
		if c := compareUnder(a, b); c != 0 {
			return c
		}
		return a.Site.Compare(b.Site)
	})
	all = slices.CompactFunc(all, func(a, b Writer) bool { return compareUnder(a, b) == 0 })
	return slices.Clip(all[:min(len(all), maxWriters)])
}

// stringSet returns a sorted copy of ss without duplicates, nil when empty.
func stringSet(ss []string) []string {
	if len(ss) == 0 {
		return nil
	}
	set := make([]string, len(ss))
	for i, s := range ss {
		set[i] = clean(s)
	}
	slices.Sort(set)
	return slices.Compact(set)
}

func clean(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}
