package core

type (
	edgeID   uint32
	writerID uint32
	rereadID uint32
)

// maxGates bounds the locks held beside the two of an edge. It is maxHeld
// less one, so an edge lists all of them.
const maxGates = maxHeld - 1

// maxParallel bounds the edges from one node to another that differ in modes,
// kind or gates. Beyond it only an edge without gates is recorded.
const maxParallel = 24

// An edge says that to was acquired while from was held. Of what was observed,
// only the first is kept among edges that no rule can tell apart.
type edge struct {
	from, to         nodeID
	fromLock, toLock uint32 // instances of the first witness
	kind             Kind
	fromMode, toMode Mode
	reported         bool // lies on a cycle that was reported, as bad as layer
	layer            Kind
	test             bool // made by a test itself

	heldPC  uintptr // where from was acquired
	pc      uintptr // where to was
	stack   *Stack
	gates   []gate
	nextOut edgeID
	nextIn  edgeID
}

// A gate is another lock held while an edge was made. Two edges that hold the
// same lock, one of them exclusively, cannot meet.
type gate struct {
	node     nodeID
	instance uint32
	mode     Mode
}

var (
	edges     []edge
	edgeCount edgeID = 1
	freeEdge  edgeID // list by nextOut
)

// newEdge takes a free edge and puts it into the lists of its nodes.
//
//go:norace
func newEdge(from, to nodeID) edgeID {
	id := freeEdge
	if id != 0 {
		freeEdge = edges[id].nextOut
	} else {
		if int(edgeCount) >= len(edges) {
			more := make([]edge, 2*len(edges)+256)
			for i := range edges {
				more[i] = edges[i]
			}
			edges = more
		}
		id = edgeCount
		edgeCount++
	}
	e := &edges[id]
	*e = edge{from: from, to: to, nextOut: nodes[from].out, nextIn: nodes[to].in}
	nodes[from].out, nodes[to].in = id, id
	return id
}

//go:norace
func removeEdge(id edgeID) {
	e := &edges[id]
	p := &nodes[e.from].out
	for *p != id {
		p = &edges[*p].nextOut
	}
	*p = e.nextOut
	p = &nodes[e.to].in
	for *p != id {
		p = &edges[*p].nextIn
	}
	*p = e.nextIn
	*e = edge{nextOut: freeEdge}
	freeEdge = id
}

// record adds the edge from the held entry i to the new lock, unless one that
// is at least as free is there, and returns it; or 0.
//
//go:norace
func (g *Goroutine) record(i int, want *Entry, from, to nodeID, kind Kind) edgeID {
	h := &g.held[i]
	test := isTest(h.pc) || isTest(want.pc)
	parallel := 0
	for id := nodes[to].in; id != 0; id = edges[id].nextIn {
		e := &edges[id]
		if e.from != from {
			continue
		}
		parallel++
		if e.kind == kind && e.test == test && e.fromMode == h.mode && e.toMode == want.mode && g.gatesWithin(e, i, want) {
			return 0
		}
	}
	if parallel >= maxParallel && g.n > 2 {
		return 0
	}
	id := newEdge(from, to)
	e := &edges[id]
	e.kind, e.fromMode, e.toMode = kind, h.mode, want.mode
	e.fromLock, e.toLock, e.heldPC, e.pc = h.lock.instance, want.lock.instance, h.pc, want.pc
	e.test = test
	e.gates = g.gates(i, want)
	return id
}

// gates lists what is held beside entry i.
//
//go:norace
func (g *Goroutine) gates(i int, want *Entry) []gate {
	if g.n < 2 {
		return nil
	}
	gates := make([]gate, 0, g.n-1)
	for j := 0; j < g.n; j++ {
		h := &g.held[j]
		if j == i || h == want || h.waiting {
			continue
		}
		gates = gates[:len(gates)+1]
		gates[len(gates)-1] = gate{node: h.lock.node, instance: h.lock.instance, mode: h.mode}
	}
	return gates
}

// gatesWithin reports whether each gate of e is one of what is held now, so
// that e excludes no more than a new edge would.
//
//go:norace
func (g *Goroutine) gatesWithin(e *edge, i int, want *Entry) bool {
	for k := range e.gates {
		found := false
		for j := 0; j < g.n && !found; j++ {
			h := &g.held[j]
			found = j != i && h != want && !h.waiting && e.gates[k] == gate{h.lock.node, h.lock.instance, h.mode}
		}
		if !found {
			return false
		}
	}
	return true
}
