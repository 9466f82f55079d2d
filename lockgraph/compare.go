package lockgraph

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
)

// Key is the identity of e, an opaque string: two edges with the same key
// are one edge of the graph. It covers the classes, modes, kind, relation,
// anchors, gates and the two places; not the calls between them, of which the
// graph keeps the shortest, nor who has seen the edge.
func (e *Edge) Key() string {
	n := e.normal()
	return string(n.appendKey(nil))
}

// appendKey appends the key of an edge in normal form. Strings are preceded
// by their length, so no two edges run together.
func (e *Edge) appendKey(b []byte) []byte {
	b = append(b, byte(e.FromMode), byte(e.ToMode), byte(e.Kind), bit(e.Retries), bit(e.Test))
	b = appendString(b, e.From)
	b = appendString(b, e.To)
	b = appendString(b, string(e.Relation))
	b = appendPlace(b, e.Held)
	b = appendPlace(b, e.Site)
	b = appendStrings(b, e.FromAnchor)
	for _, g := range e.Gates {
		b = g.appendKey(b)
	}
	return b
}

func (g Gate) appendKey(b []byte) []byte {
	b = append(b, byte(g.Mode))
	b = appendString(b, g.Class)
	return appendStrings(b, g.Anchors)
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}

func appendString(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

func appendStrings(b []byte, ss []string) []byte {
	b = binary.AppendUvarint(b, uint64(len(ss)))
	for _, s := range ss {
		b = appendString(b, s)
	}
	return b
}

func appendPlace(b []byte, s Site) []byte {
	b = appendString(b, s.Pkg)
	b = appendString(b, s.File)
	return binary.AppendVarint(b, int64(s.Line))
}

// compareEdges orders edges in normal form; it is zero exactly when their
// keys are equal. Classes first, then kind, so that the edges of a pair of
// classes stand together, the waiting ones first.
func compareEdges(e, f *Edge) int {
	if c := cmp.Or(strings.Compare(e.From, f.From), strings.Compare(e.To, f.To)); c != 0 {
		return c
	}
	if c := cmp.Or(
		cmp.Compare(e.Kind, f.Kind),
		cmp.Compare(bit(e.Retries), bit(f.Retries)),
		cmp.Compare(e.FromMode, f.FromMode),
		cmp.Compare(e.ToMode, f.ToMode),
		cmp.Compare(bit(e.Test), bit(f.Test)),
	); c != 0 {
		return c
	}
	if c := e.Held.place().Compare(f.Held.place()); c != 0 {
		return c
	}
	if c := e.Site.place().Compare(f.Site.place()); c != 0 {
		return c
	}
	return cmp.Or(
		strings.Compare(string(e.Relation), string(f.Relation)),
		slices.Compare(e.FromAnchor, f.FromAnchor),
		slices.CompareFunc(e.Gates, f.Gates, compareGates),
	)
}

func compareGates(a, b Gate) int {
	return cmp.Or(
		strings.Compare(a.Class, b.Class),
		cmp.Compare(a.Mode, b.Mode),
		slices.Compare(a.Anchors, b.Anchors),
	)
}

// compareUnder orders writers by the locks they hold, the fewest first.
func compareUnder(a, b Writer) int {
	return cmp.Or(cmp.Compare(len(a.Under), len(b.Under)), slices.Compare(a.Under, b.Under))
}

// compareWitness prefers the way from the holder to the acquisition that is
// easier to follow: the shortest.
func compareWitness(e, f *Edge) int {
	return cmp.Or(
		cmp.Compare(len(e.Calls), len(f.Calls)),
		slices.CompareFunc(e.Calls, f.Calls, Site.Compare),
		e.Report.Compare(f.Report),
	)
}

func compareOrders(a, b Order) int {
	return cmp.Or(
		strings.Compare(a.Before, b.Before),
		strings.Compare(a.After, b.After),
		a.Site.Compare(b.Site),
	)
}
