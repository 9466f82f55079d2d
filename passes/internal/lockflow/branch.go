package lockflow

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// SSA has no trace of break, continue and goto but the edges they make. A
// report on a lock that one of them takes along needs its place.

// jumps notes in the locks held that an edge is a break, continue or goto.
func (f *flow) jumps(fr *frame, s *state, b *ssa.BasicBlock, i int) *state {
	if len(s.held) == 0 {
		return s
	}
	pos := f.branchAt(fr.fn, b, i)
	if !pos.IsValid() {
		return s
	}
	return s.mapHeld(func(h *heldLock) *heldLock {
		n := *h
		n.left = pos
		return &n
	})
}

type edgeKey struct {
	block *ssa.BasicBlock
	succ  int
}

// branchAt returns the place of the branch statement that the i'th edge out of
// b stands for, if it does.
func (e *engine) branchAt(fn *ssa.Function, b *ssa.BasicBlock, i int) token.Pos {
	k := edgeKey{b, i}
	if pos, ok := e.branches[k]; ok {
		return pos
	}
	pos := token.NoPos
	if st := branchOf(fn, b, b.Succs[i]); st != nil {
		pos = st.Pos()
	}
	e.branches[k] = pos
	return pos
}

func branchOf(fn *ssa.Function, b, to *ssa.BasicBlock) *ast.BranchStmt {
	body := bodyOf(fn)
	if body == nil {
		return nil
	}
	var st *ast.BranchStmt
	last := b.Instrs[len(b.Instrs)-1]
	if br, ok := last.(*ssa.If); ok {
		st = branchAfterCond(body, condPos(br.Cond))
	} else if pos := lastPos(b); pos.IsValid() {
		st = branchAfter(body, pos)
	} else if len(b.Preds) == 1 {
		if br, ok := b.Preds[0].Instrs[len(b.Preds[0].Instrs)-1].(*ssa.If); ok {
			st = branchAfterCond(body, condPos(br.Cond))
		}
	}
	if st == nil || !leadsThere(st, to) {
		return nil
	}
	return st
}

// leadsThere reports whether a branch statement can lead to a block, by the
// block's kind.
func leadsThere(st *ast.BranchStmt, to *ssa.BasicBlock) bool {
	switch st.Tok {
	case token.CONTINUE:
		return strings.HasSuffix(to.Comment, ".post") || strings.HasSuffix(to.Comment, ".loop") || strings.HasSuffix(to.Comment, ".body")
	case token.BREAK:
		return strings.HasSuffix(to.Comment, ".done") && to.Comment != "if.done"
	case token.GOTO:
		return st.Label != nil && to.Comment == st.Label.Name
	}
	return false
}

// condPos returns a place inside the source of a condition.
func condPos(v ssa.Value) token.Pos {
	for range 4 {
		if v.Pos().IsValid() {
			return v.Pos()
		}
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.BinOp:
			v = x.X
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.Phi:
			return token.NoPos
		}
	}
	return token.NoPos
}

func lastPos(b *ssa.BasicBlock) token.Pos {
	for i := len(b.Instrs) - 1; i >= 0; i-- {
		if pos := b.Instrs[i].Pos(); pos.IsValid() {
			if _, ok := b.Instrs[i].(*ssa.Phi); !ok {
				return pos
			}
		}
	}
	return token.NoPos
}

// branchAfterCond returns the branch statement that ends a branch of the if
// statement, or the case, whose condition has pos in it.
func branchAfterCond(body *ast.BlockStmt, pos token.Pos) *ast.BranchStmt {
	if !pos.IsValid() {
		return nil
	}
	var found *ast.BranchStmt
	ast.Inspect(body, func(n ast.Node) bool {
		if n == nil || pos < n.Pos() || pos > n.End() {
			return false
		}
		switch n := n.(type) {
		case *ast.IfStmt:
			// The value of a condition may be computed in the statement's
			// init, or before it.
			found = soleBranch(n.Body.List)
			if els, ok := n.Else.(*ast.BlockStmt); ok && found == nil {
				found = soleBranch(els.List)
			}
			if pos >= n.Body.Pos() {
				found = nil
			}
		case *ast.CaseClause:
			found = soleBranch(n.Body)
		}
		return true
	})
	return found
}

// soleBranch returns the branch statement at the end of a list whose other
// statements are assignments, of which SSA may leave nothing.
func soleBranch(list []ast.Stmt) *ast.BranchStmt {
	for _, st := range list {
		switch st := st.(type) {
		case *ast.BranchStmt:
			return st
		case *ast.AssignStmt, *ast.IncDecStmt:
		default:
			return nil
		}
	}
	return nil
}

// branchAfter returns the branch statement that follows the statement with pos
// in it.
func branchAfter(body *ast.BlockStmt, pos token.Pos) *ast.BranchStmt {
	var found *ast.BranchStmt
	look := func(list []ast.Stmt) {
		for i, st := range list {
			if st.Pos() <= pos && pos < st.End() {
				found = nil
				if i+1 < len(list) {
					found, _ = list[i+1].(*ast.BranchStmt)
				}
			}
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if n == nil || pos < n.Pos() || pos > n.End() {
			return false
		}
		switch n := n.(type) {
		case *ast.BlockStmt:
			look(n.List)
		case *ast.CaseClause:
			look(n.Body)
		case *ast.CommClause:
			look(n.Body)
			if n.Comm != nil && n.Comm.Pos() <= pos && pos < n.Comm.End() {
				found = soleBranch(n.Body)
			}
		}
		return true
	})
	return found
}

// leavesLoop reports whether the last branch that was taken with h held leaves
// a loop in which h was acquired and out of which at lies, or begins it anew.
func (f *flow) leavesLoop(h *heldLock, at token.Pos) bool {
	body := bodyOf(f.root.fn)
	if body == nil || !h.site.pos.IsValid() {
		return false
	}
	inside := func(n ast.Node, p token.Pos) bool { return n.Pos() <= p && p < n.End() }
	acquired := h.here().pos
	leaves, again := false, false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if inside(n, acquired) && inside(n, h.left) {
				leaves = leaves || !inside(n, at)
				again = true
			}
		case *ast.BranchStmt:
			if n.Pos() == h.left {
				leaves = leaves || again && n.Tok == token.CONTINUE
			}
		}
		return true
	})
	return leaves
}

// inOtherLoop reports whether h is acquired in a loop in which pos does not
// lie: that such a loop may not run at all is not held against a release.
func (f *flow) inOtherLoop(h *heldLock, pos token.Pos) bool {
	body := bodyOf(f.root.fn)
	if body == nil {
		return false
	}
	acquired := h.here().pos
	other := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			other = other || n.Pos() <= acquired && acquired < n.End() && !(n.Pos() <= pos && pos < n.End())
		}
		return true
	})
	return other
}
