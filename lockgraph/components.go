package lockgraph

import "slices"

// arcs is a directed graph in compressed form: the successors of node v are
// dst[start[v]:start[v+1]].
type arcs struct {
	start []int32
	dst   []int32
}

// makeArcs builds the form in two passes over each, which must call yield
// with the same pairs both times.
func makeArcs(n int, each func(yield func(from, to int32))) arcs {
	start := make([]int32, n+2)
	each(func(from, to int32) { start[from+2]++ })
	for v := 2; v < len(start); v++ {
		start[v] += start[v-1]
	}
	dst := make([]int32, start[n+1])
	each(func(from, to int32) {
		dst[start[from+1]] = to
		start[from+1]++
	})
	return arcs{start[:n+1], dst}
}

// components numbers the strongly connected components: comp[v] is the one of
// node v. It is Tarjan's algorithm with its own stack, since a graph can be
// one path of a hundred thousand nodes, in time linear in nodes and edges.
func (a arcs) components() (comp []int32, count int32) {
	n := int32(len(a.start) - 1)
	t := tarjan{arcs: a, index: make([]int32, n), low: make([]int32, n), comp: make([]int32, n)}
	for v := range n {
		if t.index[v] == 0 {
			t.visit(v)
		}
	}
	return t.comp, t.count
}

type tarjan struct {
	arcs
	index, low []int32 // index from 1; 0: not visited
	comp       []int32
	count      int32
	clock      int32
	open       []int32 // nodes whose component is not complete
	path       []step  // the path from the root of the visit
}

// step is a node on the path and its next edge to follow.
type step struct {
	node, next int32
}

// done is the low value of nodes whose component is complete: no minimum.
const done = int32(1<<31 - 1)

func (t *tarjan) visit(root int32) {
	t.enter(root)
	for len(t.path) > 0 {
		top := &t.path[len(t.path)-1]
		v := top.node
		if top.next < t.start[v+1] {
			w := t.dst[top.next]
			top.next++
			if t.index[w] == 0 {
				t.enter(w)
			} else {
				t.low[v] = min(t.low[v], t.low[w])
			}
			continue
		}
		t.path = t.path[:len(t.path)-1]
		low := t.low[v]
		if low == t.index[v] {
			t.closeComponent(v)
		}
		if len(t.path) > 0 {
			parent := t.path[len(t.path)-1].node
			t.low[parent] = min(t.low[parent], low)
		}
	}
}

func (t *tarjan) enter(v int32) {
	t.clock++
	t.index[v], t.low[v] = t.clock, t.clock
	t.open = append(t.open, v)
	t.path = append(t.path, step{v, t.start[v]})
}

func (t *tarjan) closeComponent(root int32) {
	for {
		w := t.open[len(t.open)-1]
		t.open = t.open[:len(t.open)-1]
		t.comp[w], t.low[w] = t.count, done
		if w == root {
			break
		}
	}
	t.count++
}

// Components returns the strongly connected components that have more than
// one class or an edge from their class to itself, whatever the edges' kinds.
// Only they can hold a cycle. Each is sorted, and they are sorted by their
// first class.
func (g *Graph) Components() [][]string {
	a := makeArcs(len(g.classes), func(yield func(from, to int32)) {
		for i := range g.edges {
			yield(g.edges[i].from, g.edges[i].to)
		}
	})
	comp, count := a.components()
	size := make([]int32, count)
	for _, c := range comp {
		size[c]++
	}
	for i := range g.edges {
		if e := g.edges[i]; e.from == e.to {
			size[comp[e.from]] += 2
		}
	}
	members := make(map[int32][]string)
	for v, c := range comp {
		if size[c] > 1 {
			members[c] = append(members[c], g.classes[v].Name)
		}
	}
	result := make([][]string, 0, len(members))
	for _, names := range members {
		slices.Sort(names)
		result = append(result, names)
	}
	slices.SortFunc(result, slices.Compare)
	return result
}
