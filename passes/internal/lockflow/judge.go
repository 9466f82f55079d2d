package lockflow

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lockvet/lockvet/lockgraph"
)

// A Judge tells cycles of a graph that deserve a report from those that the graph
// has only because it knows locks by class and calls by type.
type Judge struct {
	graph *lockgraph.Graph
	ways  map[[2]string][]lockgraph.Edge // see between
}

// NewJudge returns a judge of the cycles of g, which must not change any more.
func NewJudge(g *lockgraph.Graph) *Judge { return &Judge{graph: g} }

// Counts reports whether c deserves a report.
func (j *Judge) Counts(c *lockgraph.Cycle) bool {
	return guesses(c) <= 1 && !testsApart(c) && !j.nested(c)
}

// Distinct returns the cycles, shortest first, without the ways round an edge of one
// before: of three locks or more that says nothing new.
func Distinct(cycles []lockgraph.Cycle) []lockgraph.Cycle {
	cycles = slices.Clone(cycles)
	slices.SortStableFunc(cycles, func(a, b lockgraph.Cycle) int { return cmp.Compare(len(a.Edges), len(b.Edges)) })
	told := make(map[pair]bool)
	return slices.DeleteFunc(cycles, func(c lockgraph.Cycle) bool {
		if len(c.Edges) > 2 && slices.ContainsFunc(c.Edges, func(e lockgraph.Edge) bool { return told[pairOf(&e)] }) {
			return true
		}
		for i := range c.Edges {
			told[pairOf(&c.Edges[i])] = true
		}
		return false
	})
}

// testsApart reports whether edges of c lie in different tests: those run one
// after the other, each on objects of its own.
func testsApart(c *lockgraph.Cycle) bool {
	first := ""
	for i := range c.Edges {
		fn, _, _ := strings.Cut(c.Edges[i].Report.Func, "$")
		if !isTestName(fn) {
			continue
		}
		if first != "" && fn != first {
			return true
		}
		first = fn
	}
	return false
}

func isTestName(fn string) bool {
	return slices.ContainsFunc([]string{"Test", "Benchmark", "Fuzz", "Example"}, func(p string) bool { return strings.HasPrefix(fn, p) })
}

// guesses counts the edges of c that rest on a call resolved by the types in
// sight. One such edge is evidence; where several meet, each may be another
// type's, and the cycle none's.
func guesses(c *lockgraph.Cycle) int {
	n := 0
	for i := range c.Edges {
		if c.Edges[i].ByType {
			n++
		}
	}
	return n
}
