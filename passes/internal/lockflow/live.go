package lockflow

import (
	"go/token"
	"go/types"

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
		if isBool(phi.Type()) || types.IsInterface(phi.Type()) {
			o := f.evaluate(fr, old, v)
			id := f.condID(condKey{kind: condValue, x: operand{val: phi}})
			s = s.forget(func(k int32) bool { return k == id })
			if o != unknown && f.decides(phi) {
				s, _ = s.know(id, o == isTrue)
			}
			continue
		}
		if len(s.held) > 0 && isReference(phi.Type()) {
			s = s.age(f.paths, func(p *path) bool { return p.mentions(phi) })
			if p := f.loc(fr, v); p != f.loc(fr, phi) {
				s = s.alias(f.paths, p, f.loc(fr, phi))
			}
		} else if len(s.held) > 0 {
			s = s.age(f.paths, func(p *path) bool { return p.mentions(phi) })
		}
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
	if v == nil || key.kind != condValue || v.Parent() != fr.fn {
		return true
	}
	if _, ok := v.(*ssa.Parameter); ok {
		return true
	}
	live, ok := f.live[id]
	if !ok {
		live = liveBlocks(v)
		f.live[id] = live
	}
	return live[b.Index]
}

// liveBlocks returns, by index, the blocks from whose start a use of v that
// matters can be reached.
func liveBlocks(v ssa.Value) []bool {
	live := make([]bool, len(v.Parent().Blocks))
	var queue []*ssa.BasicBlock
	mark := func(b *ssa.BasicBlock) {
		if !live[b.Index] {
			live[b.Index] = true
			queue = append(queue, b)
		}
	}
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
	for len(queue) > 0 {
		b := queue[0]
		queue = queue[1:]
		for _, p := range b.Preds {
			mark(p)
		}
	}
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
