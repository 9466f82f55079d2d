package lockgraph

import (
	"slices"
	"strings"
)

// loopNode is a class with edges to itself.
type loopNode struct {
	class int32
	pairs []candidate // of interchangeable instances

	// By field: edges from a parent to its child, and back.
	fields   []string
	down, up map[string][]candidate
}

func (p *population) addLoops(loops map[int32][]*Edge) {
	for id, edges := range loops {
		n := loopNode{class: id, down: make(map[string][]candidate), up: make(map[string][]candidate)}
		for _, c := range p.locks.candidates(edges) {
			switch r := c.edge.Relation; {
			case r == Interchangeable:
				n.pairs = append(n.pairs, c)
			case strings.HasPrefix(string(r), ">"):
				n.down[string(r[1:])] = append(n.down[string(r[1:])], c)
			case strings.HasPrefix(string(r), "<"):
				n.up[string(r[1:])] = append(n.up[string(r[1:])], c)
			}
		}
		for f := range n.down {
			if len(n.up[f]) > 0 {
				n.fields = append(n.fields, f)
			}
		}
		slices.Sort(n.fields)
		p.loops = append(p.loops, n)
	}
	slices.SortFunc(p.loops, func(a, b loopNode) int {
		return strings.Compare(p.g.classes[a.class].Name, p.g.classes[b.class].Name)
	})
}

// sameClassCycles looks for cycles of two instances of one class: two
// threads that execute the same edge on interchangeable instances, or one
// that goes from parent to child while another goes from child to parent. By
// structure alone, one direction only, there is none, and edges whose
// instances are not known to be related say nothing.
func (p *population) sameClassCycles(k layer) {
	for i := range p.loops {
		n := &p.loops[i]
		if !p.covered[classPair{n.class, n.class}] && !p.pairCycle(n, k) {
			p.parentCycle(n, k)
		}
	}
}

func (p *population) pairCycle(n *loopNode, k layer) bool {
	for i := range n.pairs {
		c := &n.pairs[i]
		// Two threads at the same edge hold different instances as From;
		// only a gate can keep them apart.
		if c.layer == k && !clash(c.gates, c.gates) && p.report([]*candidate{c}) {
			return true
		}
	}
	return false
}

func (p *population) parentCycle(n *loopNode, k layer) bool {
	budget := p.stepsFor(0)
	for _, f := range n.fields {
		for i := range n.down[f] {
			for j := range n.up[f] {
				down, up := &n.down[f][i], &n.up[f][j]
				if max(down.layer, up.layer) != k {
					continue
				}
				if budget--; budget < 0 {
					return false
				}
				if !down.excludes(up) && p.report([]*candidate{down, up}) {
					return true
				}
			}
		}
	}
	return false
}
