package lockflow

import (
	"slices"

	"github.com/lockvet/lockvet/lockgraph"
)

// A tree makes cycles by class that are none by lock: a node is locked, then what
// connects it to its parent, then the parent, which is a node again. That is how
// composites of all kinds look, balancers of balancers and file systems of file
// systems. What tells them from a real cycle is that one goroutine goes all the way
// round. If it came back to the lock that it had begun with it would wait for
// itself, always, so it comes to another one.

// nested reports whether the code goes round a cycle by itself.
func (j *Judge) nested(c *lockgraph.Cycle) bool {
	for i := range c.Edges {
		if j.climbs(c, i) || j.delegates(c, i) {
			return true
		}
	}
	return false
}

// climbs reports whether the code that makes edge i of c is seen to lock another
// object of the class that the edge begins at, one that hangs on the first by
// fields, with the other locks of the cycle held.
func (j *Judge) climbs(c *lockgraph.Cycle, i int) bool {
	e := &c.Edges[i]
	return slices.ContainsFunc(j.between(e.From, e.From), func(s lockgraph.Edge) bool {
		if s.Held != e.Held || !s.Relation.ByField() {
			return false
		}
		for k := range c.Edges {
			held := func(g lockgraph.Gate) bool { return g.Class == c.Edges[k].From }
			if k != i && !slices.ContainsFunc(s.Gates, held) {
				return false
			}
		}
		return true
	})
}

// delegates reports whether edge i of c rests on an interface call, and the same
// code that acquires the lock held there, with the rest of the cycle held, goes on
// to that call: an object passes on to another one what it was asked to do itself.
func (j *Judge) delegates(c *lockgraph.Cycle, i int) bool {
	if !c.Edges[i].ByType {
		return false
	}
	n := len(c.Edges)
	// The ways to come from the class that the call locks, which are extended edge
	// by edge around the cycle: the places where the last lock was taken.
	var at []lockgraph.Site
	for k := 1; k <= n; k++ {
		step := &c.Edges[(i+k)%n]
		var next []lockgraph.Site
		for _, e := range j.between(step.From, step.To) {
			if k == 1 || slices.Contains(at, e.Held) && goesOn(&e) {
				next = append(next, e.Site)
			}
		}
		at = next
	}
	return len(at) > 0
}

// goesOn reports whether the function that acquires the first lock of e is also
// the one that goes on to the second.
func goesOn(e *lockgraph.Edge) bool {
	return e.Report.Func == e.Held.Func || e.Site.Func == e.Held.Func ||
		slices.ContainsFunc(e.Calls, func(s lockgraph.Site) bool { return s.Func == e.Held.Func })
}

// between returns the edges from one class to another.
func (j *Judge) between(from, to string) []lockgraph.Edge {
	if j.ways == nil {
		j.ways = make(map[[2]string][]lockgraph.Edge)
		for _, e := range j.graph.Edges() {
			k := [2]string{e.From, e.To}
			j.ways[k] = append(j.ways[k], e)
		}
	}
	return j.ways[[2]string{from, to}]
}
