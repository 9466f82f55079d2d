package core

import "testing"

// The reference checker keeps all that was observed and tries every cycle.

// refEdge is an edge of one observation.
type refEdge struct {
	from, to holding
	gates    []holding
	kind     Kind
}

func (p *program) refEdges() []refEdge {
	var list []refEdge
	for _, o := range p.seen {
		for i, h := range o.held {
			e := refEdge{from: h, to: o.want, kind: o.kind}
			e.gates = append(append(e.gates, o.held[:i]...), o.held[i+1:]...)
			list = append(list, e)
		}
	}
	return list
}

// excludes: two threads cannot be at both edges.
func (e refEdge) excludes(f refEdge) bool {
	for _, g := range append([]holding{e.from}, e.gates...) {
		for _, h := range append([]holding{f.from}, f.gates...) {
			if g.lock == h.lock && (g.mode == Exclusive || h.mode == Exclusive) {
				return true
			}
		}
	}
	return false
}

// counts reports whether the cycle is one that can happen.
func (p *program) counts(cycle []refEdge) bool {
	for i, e := range cycle {
		for _, f := range cycle[:i] {
			if e.excludes(f) {
				return false
			}
		}
		before := cycle[(i+len(cycle)-1)%len(cycle)]
		if e.from.mode == Shared && before.to.mode == Shared && !p.writerFor(e.from.lock, cycle) {
			return false
		}
	}
	return true
}

// writerFor looks for a writer that waits for none of the cycle's locks.
func (p *program) writerFor(l *testLock, cycle []refEdge) bool {
next:
	for _, w := range p.writers {
		if w.want.lock != l {
			continue
		}
		for _, h := range w.held {
			if h.mode != Exclusive {
				continue
			}
			for _, e := range cycle {
				if e.from.lock == h.lock {
					continue next
				}
				for _, g := range e.gates {
					if g.lock == h.lock {
						continue next
					}
				}
			}
		}
		return true
	}
	return false
}

// cycles calls yield with each simple cycle of the edges.
func cycles(edges []refEdge, yield func([]refEdge)) {
	var path []refEdge
	var visit func(l *testLock)
	visit = func(l *testLock) {
		for _, e := range edges {
			if e.from.lock != l || e.to.lock.index < path[0].from.lock.index {
				continue
			}
			if e.to.lock == path[0].from.lock {
				yield(append(path[:len(path):len(path)], e))
				continue
			}
			onPath := false
			for _, f := range path {
				onPath = onPath || f.from.lock == e.to.lock
			}
			if !onPath && e.to.lock != l {
				path = append(path, e)
				visit(e.to.lock)
				path = path[:len(path)-1]
			}
		}
	}
	for _, e := range edges {
		if e.to.lock.index > e.from.lock.index {
			path = append(path[:0], e)
			visit(e.to.lock)
		}
	}
}

// distinct drops edges that say the same.
func distinct(edges []refEdge) []refEdge {
	var list []refEdge
next:
	for _, e := range edges {
		for _, f := range list {
			if e.from == f.from && e.to == f.to && e.kind == f.kind && sameHoldings(e.gates, f.gates) {
				continue next
			}
		}
		list = append(list, e)
	}
	return list
}

func sameHoldings(a, b []holding) bool {
	if len(a) != len(b) {
		return false
	}
next:
	for _, x := range a {
		for _, y := range b {
			if x == y {
				continue next
			}
		}
		return false
	}
	return true
}

func layerOf(cycle []refEdge) Kind {
	k := Wait
	for _, e := range cycle {
		k = max(k, e.kind)
	}
	return k
}

// FuzzReference: no cycle is missed, and none is made up.
func FuzzReference(f *testing.F) {
	fuzz(f, false, func(t *testing.T, p *program) {
		edges := distinct(p.refEdges())
		if len(edges) > 120 {
			t.Skip("too many cycles to try them all")
		}
		tried := 0
		reported := make(map[[2]string]Kind) // by pair: the worst
		valid := make(map[*Report]bool)
		for _, r := range p.reports {
			if r.Fault != Cycle {
				t.Fatalf("unexpected fault %d", r.Fault)
			}
			for _, s := range r.Steps {
				pair := [2]string{s.From.Class, s.To.Class}
				if old, ok := reported[pair]; !ok || r.Kind < old {
					reported[pair] = r.Kind
				}
			}
		}
		cycles(edges, func(c []refEdge) {
			if tried++; tried > 1<<16 || !p.counts(c) {
				return
			}
			covered := false
			for _, e := range c {
				k, ok := reported[[2]string{p.names[e.from.lock.index], p.names[e.to.lock.index]}]
				covered = covered || ok && k <= layerOf(c)
			}
			if !covered {
				t.Errorf("missed: %v", p.describe(c))
			}
			for _, r := range p.reports {
				valid[r] = valid[r] || p.matches(r, c)
			}
		})
		for _, r := range p.reports {
			if tried <= 1<<16 && !valid[r] {
				t.Errorf("made up: %+v", r.Steps)
			}
		}
	})
}

// matches reports whether the report is about the cycle.
func (p *program) matches(r *Report, c []refEdge) bool {
	if len(r.Steps) != len(c) || r.Kind != layerOf(c) {
		return false
	}
	for start := range c {
		same := true
		for i, s := range r.Steps {
			e := c[(start+i)%len(c)]
			same = same && s.From.Class == p.names[e.from.lock.index] && s.To.Class == p.names[e.to.lock.index] &&
				s.FromMode == e.from.mode && s.ToMode == e.to.mode && s.Kind == e.kind
		}
		if same {
			return true
		}
	}
	return false
}

func (p *program) describe(c []refEdge) (s []string) {
	for _, e := range c {
		text := p.names[e.from.lock.index] + "->" + p.names[e.to.lock.index]
		for _, g := range e.gates {
			text += " under " + p.names[g.lock.index]
		}
		s = append(s, text)
	}
	return s
}
