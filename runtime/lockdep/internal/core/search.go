package core

// The search for cycles, by the rules of package lockgraph: what tests do
// themselves makes cycles of its own, since they run one after the other with
// what they test. Each new edge is
// searched from, by kinds, so that the worst cycle through it is found, and by
// length, so that it is the shortest of those that count.

const (
	maxCycle    = 32      // edges
	searchSteps = 1 << 15 // tries to extend a path, for one edge and kind
)

var (
	lastSearch uint32
	queue      []nodeID
	path       [maxCycle]edgeID
	pathLen    int
	pathTest   bool // of edges that tests make, or of the others
	steps      int
)

// search looks for cycles through the edges that are new.
//
//go:norace
func (w *work) search() {
	for i := 0; i < w.n; i++ {
		w.close(w.fresh[i])
	}
}

// close reports the worst of the shortest cycles through the edge, unless
// one through the same nodes, and as bad, was reported before.
//
//go:norace
func (w *work) close(id edgeID) {
	e := &edges[id]
	if nodes[e.to].out == 0 || nodes[e.from].in == 0 {
		return
	}
	for k := e.kind; k < kinds; k++ {
		if covered(e, k) {
			return
		}
		if !findCycle(id, k) {
			continue
		}
		if k == Spin && allAdaptive() {
			return
		}
		w.reportCycle(k)
		return
	}
}

// covered reports whether a cycle through the same nodes was reported that is
// at least as bad as k. That a test makes one does not stand for what it tests.
//
//go:norace
func covered(new *edge, k Kind) bool {
	for id := nodes[new.to].in; id != 0; id = edges[id].nextIn {
		if e := &edges[id]; e.from == new.from && e.reported && e.layer <= k && (new.test || !e.test) {
			return true
		}
	}
	return false
}

// findCycle looks for the shortest cycle that counts through the edge, of
// edges up to kind k, and leaves it in path.
//
//go:norace
func findCycle(id edgeID, k Kind) bool {
	pathTest = edges[id].test
	if !measure(edges[id].from, edges[id].to, k) {
		return false
	}
	steps = searchSteps
	path[0], pathLen = id, 1
	nodes[edges[id].from].onPath = true
	found := false
	for length := nodes[edges[id].to].distance + 1; length <= maxCycle && !found && steps > 0; length++ {
		found = extend(edges[id].to, edges[id].from, length-1, k)
	}
	nodes[edges[id].from].onPath = false
	return found
}

// measure finds the distance to target of all nodes that lead there, and
// reports whether from is one of them.
//
//go:norace
func measure(target, from nodeID, k Kind) bool {
	lastSearch++
	if len(queue) < int(nodeCount) {
		queue = make([]nodeID, 2*nodeCount)
	}
	queue[0] = target
	nodes[target].seen, nodes[target].distance = lastSearch, 0
	for head, tail := 0, 1; head < tail; head++ {
		v := queue[head]
		for id := nodes[v].in; id != 0; id = edges[id].nextIn {
			u := edges[id].from
			if !edges[id].usable(k) || nodes[u].seen == lastSearch {
				continue
			}
			nodes[u].seen, nodes[u].distance = lastSearch, nodes[v].distance+1
			queue[tail] = u
			tail++
		}
	}
	return nodes[from].seen == lastSearch
}

//go:norace
func (e *edge) usable(k Kind) bool { return e.kind <= k && e.test == pathTest }

// extend tries to go on from v to target with exactly left edges. With fewer
// there is no cycle that counts: those have been tried.
//
//go:norace
func extend(v, target nodeID, left int32, k Kind) bool {
	nodes[v].onPath = true
	found := false
	for id := nodes[v].out; id != 0 && !found && steps > 0; id = edges[id].nextOut {
		e := &edges[id]
		u := e.to
		if !e.usable(k) || nodes[u].seen != lastSearch || nodes[u].distance > left-1 {
			continue
		}
		if u == target != (left == 1) || u != target && nodes[u].onPath {
			continue
		}
		if steps--; !fits(id) || !meets(path[pathLen-1], id) || u == target && !meets(id, path[0]) {
			continue
		}
		path[pathLen] = id
		pathLen++
		if u == target {
			found = readersConflict()
		} else {
			found = extend(u, target, left-1, k)
		}
		if !found {
			pathLen--
		}
	}
	nodes[v].onPath = false
	return found
}

// meets reports whether a cycle can go on from edge a to edge b: where the locks
// of one class are nested, only at one and the same lock.
//
//go:norace
func meets(a, b edgeID) bool {
	return edges[a].toLock == edges[b].fromLock || !isNested(edges[b].from)
}

//go:norace
func isNested(n nodeID) bool { return nodes[n].instance == 0 && classes[nodes[n].class].nested }

// fits reports whether no edge of the path excludes the edge.
//
//go:norace
func fits(id edgeID) bool {
	for i := 0; i < pathLen; i++ {
		if excludes(path[i], id) {
			return false
		}
		steps--
	}
	return true
}

// readersConflict reports whether holder and acquirer are in each other's way
// at each node of the cycle: one of them is exclusive, or a writer can come
// between.
//
//go:norace
func readersConflict() bool {
	for i := 0; i < pathLen; i++ {
		before := path[(i+pathLen-1)%pathLen]
		if edges[path[i]].fromMode == Shared && edges[before].toMode == Shared && writerAt(edges[path[i]].from) == 0 {
			return false
		}
	}
	return true
}

// writerAt returns a writer of the node that can wait while the cycle's edges
// are in progress.
//
//go:norace
func writerAt(n nodeID) writerID {
	for id := nodes[written(n)].writers; id != 0; id = writers[id].next {
		free := true
		for j := range writers[id].under {
			free = free && !heldInCycle(writers[id].under[j].node)
		}
		if free {
			return id
		}
	}
	return 0
}

// written is the node at which the writers of a node are listed: that of its
// class, if there is one.
//
//go:norace
func written(n nodeID) nodeID {
	if c := classes[nodes[n].class].node; c != 0 {
		return c
	}
	return n
}

//go:norace
func heldInCycle(u nodeID) bool {
	for i := 0; i < pathLen; i++ {
		e := &edges[path[i]]
		if written(e.from) == u {
			return true
		}
		for j := range e.gates {
			if e.gates[j].node == u && isSingle(u) {
				return true
			}
		}
	}
	return false
}

//go:norace
func allAdaptive() bool {
	for i := 0; i < pathLen; i++ {
		if !classes[nodes[edges[path[i]].from].class].adaptive {
			return false
		}
	}
	return true
}
