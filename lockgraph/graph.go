package lockgraph

import (
	"hash/maphash"
	"maps"
	"slices"
	"strings"
)

// Graph is an order graph: classes, the order edges between them and the
// declared orders. What it holds does not depend on the order in which it was
// added. A Graph may be read by several goroutines at once, but not while it
// is changed. The slices inside what it returns are its own: do not write to
// them.
type Graph struct {
	ids     map[string]int32
	classes []classEntry // by id
	edges   []*edgeEntry
	byHash  map[uint64]*edgeEntry // by hash of the key
	orders  map[Order]struct{}
}

// classEntry is a class that was added, or one that only edges name.
type classEntry struct {
	Class
	added bool
}

// edgeEntry is an edge in normal form, with the ids of its classes so that
// searches need no lookups.
type edgeEntry struct {
	Edge
	from, to int32
	next     *edgeEntry // with another key, but the same hash
}

// hashSeed is one for all graphs; nothing that they hold depends on it.
var hashSeed = maphash.MakeSeed()

// New returns an empty graph.
func New() *Graph {
	return &Graph{
		ids:    make(map[string]int32),
		byHash: make(map[uint64]*edgeEntry),
		orders: make(map[Order]struct{}),
	}
}

// AddClass adds c, or merges it with what is known of the class: it is weak
// only if it was weak whenever it was added, adaptive if it ever was, and has
// the writers of both. A class without a name is dropped.
func (g *Graph) AddClass(c Class) {
	if c.Name == "" {
		return
	}
	c = c.normal()
	e := &g.classes[g.id(c.Name)]
	if !e.added {
		e.Class, e.added = c, true
		return
	}
	e.Weak = e.Weak && c.Weak
	e.Adaptive = e.Adaptive || c.Adaptive
	e.Nested = e.Nested || c.Nested
	e.Writers = mergeWriters(e.Writers, c.Writers)
}

// AddEdge adds e. Of edges with the same [Edge.Key] the graph keeps one: seen
// by either, proven if either is, with the shorter way to the acquisition.
// Its classes need not have been added. An edge without a class name at both
// ends is dropped.
func (g *Graph) AddEdge(e Edge) {
	if e.From == "" || e.To == "" {
		return
	}
	g.addNormal(e.normal())
}

// addNormal adds an edge in normal form and reports whether it was new.
func (g *Graph) addNormal(n Edge) bool {
	var buf [512]byte
	hash := maphash.Bytes(hashSeed, n.appendKey(buf[:0]))
	first := g.byHash[hash]
	for old := first; old != nil; old = old.next {
		if compareEdges(&old.Edge, &n) == 0 {
			old.unite(&n)
			return false
		}
	}
	entry := &edgeEntry{n, g.id(n.From), g.id(n.To), first}
	g.byHash[hash] = entry
	g.edges = append(g.edges, entry)
	return true
}

// unite takes over what another edge with the same key knows more.
func (e *Edge) unite(n *Edge) {
	e.Origin |= n.Origin
	e.ByClass = e.ByClass && n.ByClass
	e.ByType = e.ByType && n.ByType
	e.Held, e.Site = e.Held.named(n.Held), e.Site.named(n.Site)
	if compareWitness(n, e) < 0 {
		e.Calls, e.Report = n.Calls, n.Report
	}
}

// AddOrder adds a declared order. One without a name at both ends is dropped.
func (g *Graph) AddOrder(o Order) {
	if o.Before == "" || o.After == "" {
		return
	}
	o.Before, o.After, o.Site = clean(o.Before), clean(o.After), o.Site.normal()
	g.orders[o] = struct{}{}
}

// id returns the number of the class, giving it one at first sight.
func (g *Graph) id(name string) int32 {
	id, ok := g.ids[name]
	if !ok {
		id = int32(len(g.classes))
		g.ids[name] = id
		g.classes = append(g.classes, classEntry{Class: Class{Name: name}})
	}
	return id
}

// Class returns the class of that name, if it was added or an edge names it.
func (g *Graph) Class(name string) (Class, bool) {
	id, ok := g.ids[name]
	if !ok {
		return Class{}, false
	}
	return g.classes[id].Class, true
}

// Classes returns all classes, those that only edges name included, by name.
func (g *Graph) Classes() []Class {
	cs := make([]Class, len(g.classes))
	for i := range g.classes {
		cs[i] = g.classes[i].Class
	}
	slices.SortFunc(cs, func(a, b Class) int { return strings.Compare(a.Name, b.Name) })
	return cs
}

// Edges returns all edges, sorted by their classes, kind, modes and places.
func (g *Graph) Edges() []Edge {
	order := make([]*Edge, len(g.edges))
	for i := range g.edges {
		order[i] = &g.edges[i].Edge
	}
	slices.SortFunc(order, compareEdges)
	es := make([]Edge, len(order))
	for i, e := range order {
		es[i] = *e
	}
	return es
}

// Orders returns the declared orders, sorted.
func (g *Graph) Orders() []Order {
	return slices.SortedFunc(maps.Keys(g.orders), compareOrders)
}

// Merge adds all that h holds to g.
func (g *Graph) Merge(h *Graph) {
	if h == nil || h == g {
		return
	}
	for i := range h.classes {
		if h.classes[i].added {
			g.AddClass(h.classes[i].Class)
		}
	}
	for _, e := range h.edges {
		g.addNormal(e.Edge)
	}
	for o := range h.orders {
		g.AddOrder(o)
	}
}
