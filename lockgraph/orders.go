package lockgraph

// violations reports each edge that waits for a lock which a declared order,
// or several together, put before the one held. That is an error by itself:
// no second edge is needed, and no gate excuses it. The edges are returned so
// that no cycle reports them again.
func (s *search) violations() map[*edgeEntry]bool {
	if len(s.g.orders) == 0 {
		return nil
	}
	after := make(map[string][]Order)
	for _, o := range s.g.Orders() {
		after[o.Before] = append(after[o.Before], o)
	}
	reach := make(map[string]map[string]Order)
	violating := make(map[*edgeEntry]bool)
	for _, e := range s.g.edges {
		if e.from == e.to || !e.blocks() || !s.usable(e) || after[e.To] == nil {
			continue
		}
		if reach[e.To] == nil {
			reach[e.To] = ordersFrom(e.To, after)
		}
		o, ok := reach[e.To][e.From]
		if !ok {
			continue
		}
		violating[e] = true
		s.covered[classPair{e.from, e.to}] = true
		s.found = append(s.found, Cycle{Verdict: OrderViolation, Edges: []Edge{e.Edge}, Order: &o})
	}
	return violating
}

// ordersFrom returns the classes that must come after start, each with the
// order that decides: the declared one, or the first of the shortest chain.
func ordersFrom(start string, after map[string][]Order) map[string]Order {
	first := make(map[string]Order)
	queue := []string{start}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		for _, o := range after[name] {
			if _, ok := first[o.After]; ok {
				continue
			}
			if name != start {
				first[o.After] = first[name]
			} else {
				first[o.After] = o
			}
			queue = append(queue, o.After)
		}
	}
	return first
}
