package lockflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// phis gives the phis of block to their values along an edge, all at once.
func (f *flow) phis(fr *frame, s *state, to *ssa.BasicBlock, edge int) *state {
	old := s
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		if edge < 0 || edge >= len(phi.Edges) {
			continue
		}
		v := phi.Edges[edge]
		s = f.phiConst(s, phi, v)
		s = f.phiNil(fr, old, s, phi, v)
		if isBool(phi.Type()) || types.IsInterface(phi.Type()) {
			o := f.evaluate(fr, old, v)
			id := f.condID(condKey{kind: condValue, x: operand{val: phi}})
			s = s.forget(func(k int32) bool { return k == id })
			if o != unknown && f.decides(phi) {
				s, _ = s.know(id, o == isTrue)
			}
			continue
		}
		if len(s.held)+len(s.freed) > 0 {
			from, to := f.loc(fr, v), f.loc(fr, phi)
			if !isReference(phi.Type()) || from == to {
				from = nil
			}
			s = f.renew(s, func(p *path) bool { return p.mentions(phi) }, from, to)
		}
	}
	return s
}

// phiConst makes s know which constant a number is.
func (f *flow) phiConst(s *state, phi *ssa.Phi, v ssa.Value) *state {
	b, ok := phi.Type().Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsInteger == 0 || !f.decides(phi) {
		return s
	}
	s = s.forget(func(k int32) bool { return f.conds[k].kind == condConst && f.conds[k].x.val == phi })
	if c, ok := v.(*ssa.Const); ok && c.Value != nil && slices.ContainsFunc(phi.Edges, func(e ssa.Value) bool { return e != v }) && comparedOnly(phi) {
		s, _ = s.know(f.condID(condKey{kind: condConst, x: operand{val: phi}, c: c.Value.ExactString()}), true)
	}
	return s
}

// comparedOnly reports whether a number only is what constants are assigned to
// it, and is compared with constants.
func comparedOnly(phi *ssa.Phi) bool {
	for _, e := range phi.Edges {
		if _, ok := e.(*ssa.Const); !ok && e != phi {
			return false
		}
	}
	return true
}

// phiNil makes s know whether a pointer is nil: one whose lock is held is not.
func (f *flow) phiNil(fr *frame, old, s *state, phi *ssa.Phi, v ssa.Value) *state {
	if _, ok := phi.Type().Underlying().(*types.Pointer); !ok || !f.decides(phi) {
		return s
	}
	id := f.condID(condKey{kind: condValue, x: operand{val: phi}})
	s = s.forget(func(k int32) bool { return k == id })
	if c, ok := v.(*ssa.Const); ok && c.IsNil() {
		s, _ = s.know(id, true)
		return s
	}
	p := f.loc(fr, v)
	if f.nonNil(v) || slices.ContainsFunc(old.held, func(h *heldLock) bool { return h.path != p && h.path.hasPrefix(p) }) {
		s, _ = s.know(id, false)
	} else if value, ok := old.lookup(f.condID(condKey{kind: condValue, x: operand{val: v}})); ok {
		s, _ = s.know(id, value)
	}
	return s
}

// decides reports whether a branch, a result or another phi depends on v.
func (f *flow) decides(v ssa.Value) bool {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.If, *ssa.Return, *ssa.Phi, *ssa.BinOp, *ssa.Store:
			return true
		case *ssa.UnOp:
			if ref.Op == token.NOT {
				return true
			}
		}
	}
	return false
}

// liveAt reports whether a condition may still be tested from block b on.
func (f *flow) liveAt(fr *frame, id int32, b *ssa.BasicBlock) bool {
	key := f.conds[id]
	v := key.x.val
	if key.kind == condCall || key.x.path != nil {
		return f.usedFrom(fr, id, b)
	}
	if v == nil || key.kind != condValue || v.Parent() != fr.fn {
		return true
	}
	if _, ok := v.(*ssa.Parameter); ok {
		return true
	}
	live, ok := f.live[id]
	if !ok {
		if !inVariable(v) {
			live = liveBlocks(v)
		}
		f.live[id] = live
	}
	return live == nil || live[b.Index]
}

// inVariable reports whether v is stored in a variable that SSA did not lift:
// a closure may ask for it at any time.
func inVariable(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(i ssa.Instruction) bool {
		st, ok := i.(*ssa.Store)
		if !ok || st.Val != v {
			return false
		}
		_, ok = st.Addr.(*ssa.Alloc)
		return ok
	})
}

// usedFrom reports whether a test of a condition, or a load of the location
// that it speaks of, can be reached from block b on.
func (f *flow) usedFrom(fr *frame, id int32, b *ssa.BasicBlock) bool {
	live, ok := f.live[id]
	if !ok {
		key := f.conds[id]
		var uses []*ssa.BasicBlock
		uses = append(uses, f.testers[key]...)
		if key.x.path != nil && key.kind == condValue {
			uses = append(uses, f.loaders[key.x.path]...)
		}
		for _, u := range uses {
			if u.Parent() != f.root.fn {
				uses = nil // by a closure, at any time
				break
			}
		}
		if uses != nil {
			live = make([]bool, len(f.root.fn.Blocks))
			markBefore(live, uses)
		}
		f.live[id] = live
	}
	return live == nil || fr != f.root || live[b.Index]
}

// markBefore marks the blocks from which one of uses can be reached.
func markBefore(live []bool, uses []*ssa.BasicBlock) {
	for len(uses) > 0 {
		b := uses[0]
		uses = uses[1:]
		if !live[b.Index] {
			live[b.Index] = true
			uses = append(uses, b.Preds...)
		}
	}
}

// liveBlocks returns, by index, the blocks from whose start a use of v that
// matters can be reached.
func liveBlocks(v ssa.Value) []bool {
	live := make([]bool, len(v.Parent().Blocks))
	var found []*ssa.BasicBlock
	mark := func(b *ssa.BasicBlock) { found = append(found, b) }
	var uses func(v ssa.Value)
	uses = func(v ssa.Value) {
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Phi:
				for i, e := range ref.Edges {
					if e == v {
						mark(ref.Block().Preds[i])
					}
				}
			case *ssa.BinOp:
				mark(ref.Block())
				uses(ref)
			case *ssa.UnOp:
				mark(ref.Block())
				if ref.Op == token.NOT {
					uses(ref)
				}
			default:
				mark(ref.Block())
			}
		}
	}
	uses(v)
	markBefore(live, found)
	return live
}

// pruneCells forgets loads whose value is not asked for from block b on.
func (f *flow) pruneCells(fr *frame, s *state, b *ssa.BasicBlock) *state {
	for _, c := range s.cells {
		if c.load == nil || c.load.Parent() != fr.fn {
			continue
		}
		id := f.condID(condKey{kind: condValue, x: operand{val: c.load}})
		if !f.liveAt(fr, id, b) {
			s = s.setCell(nil, c.load, nil)
		}
	}
	return s
}
