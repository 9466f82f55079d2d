package lockgraph

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// candidate is an edge as the search sees it.
type candidate struct {
	edge  *Edge
	layer layer

	// The locks held that are certain to be one instance, sorted by lock.
	// From is kept apart: two edges of one cycle hold different instances as
	// their From, also when both are of one class.
	gates, from []heldLock
}

type heldLock struct {
	lock      int32 // number of the class and anchor in lockTable
	exclusive bool
}

// lockTable numbers the locks known by class and anchor.
type lockTable map[anchored]int32

type anchored struct{ class, anchor string }

func (t lockTable) appendHeld(held []heldLock, class string, anchors []string, m Mode) []heldLock {
	for _, a := range anchors {
		k := anchored{class, a}
		id, ok := t[k]
		if !ok {
			id = int32(len(t))
			t[k] = id
		}
		held = append(held, heldLock{id, m == Exclusive})
	}
	return held
}

func (t lockTable) candidate(e *Edge) candidate {
	c := candidate{edge: e, layer: e.layer()}
	for _, g := range e.Gates {
		c.gates = t.appendHeld(c.gates, g.Class, g.Anchors, g.Mode)
	}
	c.from = t.appendHeld(nil, e.From, e.FromAnchor, e.FromMode)
	c.gates, c.from = heldSet(c.gates), heldSet(c.from)
	return c
}

// heldSet sorts held by lock, each once: a lock that is listed in both modes
// is held exclusively.
func heldSet(held []heldLock) []heldLock {
	slices.SortFunc(held, func(a, b heldLock) int {
		return cmp.Or(cmp.Compare(a.lock, b.lock), cmp.Compare(bit(b.exclusive), bit(a.exclusive)))
	})
	return slices.CompactFunc(held, func(a, b heldLock) bool { return a.lock == b.lock })
}

// candidates prepares parallel edges. Edges that no rule can tell apart are
// represented by one of them, so that the combinations to try are few: the
// first in an order that puts lower layers before higher ones, and among
// equals the one that proves most and is easiest to follow.
func (t lockTable) candidates(edges []*Edge) []candidate {
	slices.SortFunc(edges, func(e, f *Edge) int {
		return cmp.Or(
			cmp.Compare(e.layer(), f.layer()),
			cmp.Compare(bit(e.ByType), bit(f.ByType)),
			cmp.Compare(bit(e.ByClass), bit(f.ByClass)),
			cmp.Compare(len(e.Gates), len(f.Gates)),
			cmp.Compare(e.FromMode+e.ToMode, f.FromMode+f.ToMode),
			cmp.Compare(len(e.Calls), len(f.Calls)),
			compareEdges(e, f),
		)
	})
	if len(edges) == 1 {
		return []candidate{t.candidate(edges[0])}
	}
	var cs []candidate
	seen := make(map[string]bool)
	for _, e := range edges {
		c := t.candidate(e)
		if k := c.signature(); !seen[k] {
			seen[k] = true
			cs = append(cs, c)
		}
	}
	return cs
}

// signature covers all of the candidate that the rules look at.
func (c *candidate) signature() string {
	b := []byte{byte(c.layer), byte(c.edge.FromMode), byte(c.edge.ToMode)}
	b = appendString(b, string(c.edge.Relation))
	for _, held := range [][]heldLock{c.gates, c.from} {
		b = binary.AppendUvarint(b, uint64(len(held)))
		for _, h := range held {
			b = binary.AppendUvarint(b, uint64(h.lock))
			b = append(b, bit(h.exclusive))
		}
	}
	return string(b)
}

// gated reports whether any lock is certain, so that a gate is possible.
func (c *candidate) gated() bool { return len(c.gates)+len(c.from) > 0 }

// excludes reports whether c and d cannot be in progress together, because
// both hold a lock that is certainly the same, one of them exclusively.
func (c *candidate) excludes(d *candidate) bool {
	return clash(c.gates, d.gates) || clash(c.gates, d.from) || clash(c.from, d.gates)
}

// clash reports whether a and b hold a common lock, one of them exclusively.
func clash(a, b []heldLock) bool {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].lock < b[0].lock:
			a = a[1:]
		case a[0].lock > b[0].lock:
			b = b[1:]
		case a[0].exclusive || b[0].exclusive:
			return true
		default:
			a, b = a[1:], b[1:]
		}
	}
	return false
}

// conflict reports whether one who holds a lock in mode held makes one who
// wants it in mode wanted wait. If both are shared that takes a third, a
// writer that waits between them.
func conflict(held, wanted Mode) bool { return held == Exclusive || wanted == Exclusive }

// writer finds a writer of c that can wait while the edges of path are in
// progress: one that holds none of the cycle's classes exclusively, and no
// global that an edge holds as its gate.
func (t lockTable) writer(c *Class, inCycle func(class string) bool, path []*candidate) (Site, bool) {
	for _, w := range c.Writers {
		if !slices.ContainsFunc(w.Under, func(u string) bool {
			return inCycle(u) || t.globalHeld(u, path)
		}) {
			return w.Site, true
		}
	}
	return Site{}, false
}

func (t lockTable) globalHeld(class string, path []*candidate) bool {
	id, ok := t[anchored{class, ""}]
	return ok && slices.ContainsFunc(path, func(c *candidate) bool {
		return slices.ContainsFunc(c.gates, func(h heldLock) bool { return h.lock == id })
	})
}
