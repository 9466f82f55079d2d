package lockflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
)

// anchors says how the instance of a gate is certain: "" for a variable of the
// package, else its relation to the locks of the edge.
func (e *engine) anchors(gate, from, to *path) []string {
	if r := gate.root(); r.kind == rootGlobal && directPart(gate) && gate.stable() {
		return []string{""}
	}
	var out []string
	for _, lock := range []*path{from, to} {
		if lock == nil || lock == gate {
			continue
		}
		top := common(gate, lock)
		if top == nil || !top.certain() {
			continue
		}
		a := e.class(lock).name + lock.suffix(top) + ">" + gate.suffix(top)
		if !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	slices.Sort(out)
	return out
}

// relation says how the two instances of a same-class edge are related.
func (e *engine) relation(raw *rawEdge) lockgraph.Relation {
	p, q := raw.from, raw.to
	if raw.ordered || !p.certain() || !q.certain() {
		return ""
	}
	po, qo := object(p), object(q)
	switch {
	case po == qo:
		return ""
	case q.hasPrefix(po):
		return e.down(po, qo, ">")
	case p.hasPrefix(qo):
		return e.down(qo, po, "<")
	}
	if rel := byIndex(p, q); rel != "" {
		return rel
	}
	if interchangeable(p, q) {
		return lockgraph.Interchangeable
	}
	return ""
}

// byIndex relates two elements of one collection whose indexes are constants:
// they are two locks, of which the one with the smaller index counts as above.
func byIndex(p, q *path) lockgraph.Relation {
	for p != nil && q != nil && p.parent != q.parent {
		if p.kind != q.kind || p.name != q.name {
			return ""
		}
		p, q = p.parent, q.parent
	}
	if p == nil || q == nil || p.kind != stepIndex || q.kind != stepIndex || p.name == "" || q.name == "" {
		return ""
	}
	if p.name < q.name {
		return lockgraph.Relation(">[" + p.name + "][" + q.name + "]")
	}
	return lockgraph.Relation("<[" + q.name + "][" + p.name + "]")
}

// object returns the path of the object that p's lock is part of.
func object(p *path) *path {
	for p.parent != nil && p.kind == stepField || p.kind == stepRLocker || p.kind == stepFlag || p.kind == stepSlots {
		p = p.parent
	}
	return p
}

// interchangeable reports whether a caller may swap the two instances: they
// differ only in a parameter, or in an element that a parameter chooses.
func interchangeable(p, q *path) bool {
	for p != nil && q != nil && p != q {
		if p.kind != q.kind || p.name != q.name && p.kind != stepIndex {
			return false
		}
		switch p.kind {
		case rootParam:
			return p.owner == q.owner && p.owner != ""
		case rootValue:
			return chosen(p.val, 0) && chosen(q.val, 0) && sameCallee(p.val, q.val)
		case stepIndex:
			if p.parent == q.parent {
				return p.val != nil && q.val != nil && chosen(p.val, 0) && chosen(q.val, 0)
			}
		}
		p, q = p.parent, q.parent
	}
	return false
}

// chosen reports whether a parameter decides v.
func chosen(v ssa.Value, depth int) bool {
	if depth > 3 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		return true
	case *ssa.Extract:
		return chosen(v.Tuple, depth)
	case *ssa.Call:
		return slices.ContainsFunc(v.Call.Args, func(a ssa.Value) bool {
			_, isPtr := a.Type().Underlying().(*types.Pointer)
			return !isPtr && chosen(a, depth+1)
		})
	case *ssa.BinOp:
		return chosen(v.X, depth+1) || chosen(v.Y, depth+1)
	case *ssa.Convert:
		return chosen(v.X, depth+1)
	}
	return false
}

func sameCallee(v, w ssa.Value) bool {
	callee := func(v ssa.Value) *ssa.Function {
		if x, ok := v.(*ssa.Extract); ok {
			v = x.Tuple
		}
		if c, ok := v.(*ssa.Call); ok {
			return c.Call.StaticCallee()
		}
		return nil
	}
	f := callee(v)
	return f != nil && f == callee(w)
}
