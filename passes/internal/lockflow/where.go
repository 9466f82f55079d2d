package lockflow

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// nodesAt calls visit on the syntax around pos, from the file inwards.
func nodesAt(pass *analysis.Pass, pos token.Pos, visit func(ast.Node)) {
	for _, f := range pass.Files {
		if pos < f.FileStart || pos > f.FileEnd {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil || pos < n.Pos() || pos > n.End() {
				return false
			}
			visit(n)
			return true
		})
	}
}

// callAround returns the range of the call or statement whose instruction SSA
// places at pos.
func (r *Result) callAround(pass *analysis.Pass, pos token.Pos) (token.Pos, token.Pos) {
	start, end := pos, pos
	nodesAt(pass, pos, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if n.Lparen == pos {
				start, end = callStart(n), n.End()
			}
		case *ast.DeferStmt:
			if n.Defer == pos {
				start, end = n.Pos(), n.End()
			}
		case *ast.RangeStmt:
			if n.For == pos || n.Range == pos {
				start, end = n.Pos(), n.X.End()
			}
		case *ast.ReturnStmt, *ast.BranchStmt:
			if n.Pos() == pos {
				start, end = n.Pos(), n.End()
			}
		case *ast.SendStmt:
			if n.Arrow == pos {
				start, end = n.Pos(), n.End()
			}
		case *ast.UnaryExpr:
			if n.OpPos == pos {
				start, end = n.Pos(), n.End()
			}
		case *ast.SelectStmt:
			if n.Select == pos {
				start, end = pos, pos+token.Pos(len("select"))
			}
		}
	})
	if end <= start {
		end = start + 1
	}
	return start, end
}

// callStart is the start of a call on the line of its parenthesis: in a chain
// over several lines, the selected name.
func callStart(c *ast.CallExpr) token.Pos {
	if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok {
		if _, chained := sel.X.(*ast.CallExpr); chained {
			return sel.Sel.Pos()
		}
	}
	return c.Pos()
}
