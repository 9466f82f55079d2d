package core

// excludes reports whether two edges cannot be in progress together, because
// both hold a lock that is certainly the same, one of them exclusively. Their
// first locks differ in any case.
//
//go:norace
func excludes(a, b edgeID) bool {
	e, f := &edges[a], &edges[b]
	for i := range e.gates {
		g := &e.gates[i]
		for j := range f.gates {
			h := &f.gates[j]
			if g.node == h.node && (g.mode == Exclusive || h.mode == Exclusive) && sameGate(e, f, g, h) {
				return true
			}
		}
		if gateIsFrom(g, f) {
			return true
		}
	}
	for j := range f.gates {
		if gateIsFrom(&f.gates[j], e) {
			return true
		}
	}
	return false
}

//go:norace
func gateIsFrom(g *gate, f *edge) bool {
	return g.node == f.from && (g.mode == Exclusive || f.fromMode == Exclusive) &&
		(isSingle(g.node) || g.instance == f.fromLock)
}

// sameGate reports whether the gates g of e and h of f, of one class, are
// certainly the same lock, or one that could go with each object.
//
//go:norace
func sameGate(e, f *edge, g, h *gate) bool {
	return isSingle(g.node) || g.instance == h.instance ||
		e.from == f.from && (g.fromOffset == h.fromOffset && g.fromOffset != 0 || isCollection(e.from)) ||
		e.from == f.to && (g.fromOffset == h.toOffset && g.fromOffset != 0 || isCollection(e.from)) ||
		e.to == f.from && (g.toOffset == h.fromOffset && g.toOffset != 0 || isCollection(e.to)) ||
		e.to == f.to && (g.toOffset == h.toOffset && g.toOffset != 0 || isCollection(e.to))
}

// isSingle reports whether a node stands for one lock.
//
//go:norace
func isSingle(n nodeID) bool {
	return nodes[n].instance != 0 || !classes[nodes[n].class].several
}

// isCollection reports whether a node stands for several locks. Then another
// lock may go with each of them, reached through a pointer, which no distance
// between the two gives away.
//
//go:norace
func isCollection(n nodeID) bool { return !isSingle(n) }
