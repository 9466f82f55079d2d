package lockgraph

// Through returns a cycle that leads through e, an edge of g, and reports whether
// there is one that counts. Edges parallel to e play no part, so it is e that is
// judged; and another kind may be given to it first, to ask what would be if a
// trylock spun.
func (g *Graph) Through(e Edge, o Options) (Cycle, bool) {
	e = e.normal()
	from, ok := g.ids[e.From]
	if !ok {
		return Cycle{}, false
	}
	to, ok := g.ids[e.To]
	if !ok {
		return Cycle{}, false
	}
	ahead, behind := g.reach(to, true), g.reach(from, false)
	if e.From != e.To && !ahead[from] {
		return Cycle{}, false
	}
	h := New()
	for i := range g.classes {
		if id := int32(i); ahead[id] && behind[id] || id == from || id == to {
			h.AddClass(g.classes[i].Class)
		}
	}
	key := e.Key()
	for _, x := range g.edges {
		// Of one class, the other half of a cycle is an edge from it to itself.
		parallel := x.from == from && x.to == to && (from != to || x.Relation == e.Relation)
		if !parallel && ahead[x.from] && behind[x.to] {
			h.addNormal(x.Edge)
		}
	}
	h.addNormal(e)
	for _, c := range h.Cycles(o) {
		for i := range c.Edges {
			if c.Edges[i].Key() == key {
				return c, true
			}
		}
	}
	return Cycle{}, false
}

// WithOrders returns g with each declared order as an edge that waits, instead of as
// an order. Such an edge has no Origin, and its places are that of the declaration.
func (g *Graph) WithOrders() *Graph {
	if len(g.orders) == 0 {
		return g
	}
	h := New()
	h.Merge(g)
	clear(h.orders)
	for _, o := range g.Orders() {
		h.AddEdge(Edge{From: o.Before, To: o.After, Held: o.Site, Site: o.Site, Report: o.Site})
	}
	return h
}

// reach returns the classes that edges lead to from a class, or lead from to it;
// it is one of them.
func (g *Graph) reach(start int32, forward bool) []bool {
	next := makeArcs(len(g.classes), func(yield func(from, to int32)) {
		for _, e := range g.edges {
			if forward {
				yield(e.from, e.to)
			} else {
				yield(e.to, e.from)
			}
		}
	})
	seen := make([]bool, len(g.classes))
	seen[start] = true
	for todo := []int32{start}; len(todo) > 0; {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, u := range next.dst[next.start[v]:next.start[v+1]] {
			if !seen[u] {
				seen[u] = true
				todo = append(todo, u)
			}
		}
	}
	return seen
}

// Reach returns the names of the classes that edges of g lead to from the class of
// that name, which is among them; backward, those from which they lead to it. It
// heeds no rule of cycles.
func (g *Graph) Reach(name string, backward bool) map[string]bool {
	names := map[string]bool{name: true}
	id, ok := g.ids[name]
	if !ok {
		return names
	}
	for i, seen := range g.reach(id, !backward) {
		if seen {
			names[g.classes[i].Name] = true
		}
	}
	return names
}
