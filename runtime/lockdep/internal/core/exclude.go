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
		isCollection(e.from) && (e.from == f.from || e.from == f.to) ||
		isCollection(e.to) && (e.to == f.from || e.to == f.to)
}

// isSingle reports whether a node stands for one lock.
//
//go:norace
func isSingle(n nodeID) bool {
	return nodes[n].instance != 0 || !classes[nodes[n].class].several
}

// isCollection reports whether a node stands for several locks. Then each of
// them may have a gate of its own, in the same object or reached through a
// pointer, and two gates that differ say nothing.
//
//go:norace
func isCollection(n nodeID) bool { return !isSingle(n) }
