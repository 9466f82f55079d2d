package missingunlock

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/lockvet/lockvet/passes/internal/lockflow"
)

// deferUnlock suggests to defer the unlock, where that is certainly right: the
// lock is acquired once, by a statement of the function's own block, and every
// unlock is the last thing that happens before the function ends.
func deferUnlock(pass *analysis.Pass, h *lockflow.Held) []analysis.SuggestedFix {
	if h.Kind != lockflow.ExitReturn || len(h.Calls) > 0 {
		return nil
	}
	file, body := enclosing(pass, h.Acquired)
	if body == nil {
		return nil
	}
	lock := -1
	for i, st := range body.List {
		if st.Pos() <= h.Acquired && h.Acquired < st.End() {
			lock = i
		}
	}
	if lock < 0 {
		return nil
	}
	x, method := methodCall(body.List[lock])
	unlock := map[string]string{"Lock": "Unlock", "RLock": "RUnlock"}[method]
	if unlock == "" || !constant(pass, body, x) {
		return nil
	}
	edits, ok := dropUnlocks(body, x, method, unlock)
	if !ok || commented(file, edits) {
		return nil
	}
	at := body.List[lock].End()
	text := "\ndefer " + types.ExprString(x) + "." + unlock + "()"
	edits = append([]analysis.TextEdit{{Pos: at, End: at, NewText: []byte(text)}}, edits...)
	return []analysis.SuggestedFix{{Message: "Defer the unlock", TextEdits: edits}}
}

// enclosing returns the file and the body of the innermost function around
// pos.
func enclosing(pass *analysis.Pass, pos token.Pos) (file *ast.File, body *ast.BlockStmt) {
	for _, f := range pass.Files {
		if pos < f.FileStart || pos > f.FileEnd {
			continue
		}
		file = f
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil || pos < n.Pos() || pos >= n.End() {
				return false
			}
			switch n := n.(type) {
			case *ast.FuncDecl:
				body = n.Body
			case *ast.FuncLit:
				body = n.Body
			}
			return true
		})
	}
	return file, body
}

// methodCall returns the parts of a statement x.method().
func methodCall(st ast.Stmt) (x ast.Expr, method string) {
	e, ok := st.(*ast.ExprStmt)
	if !ok {
		return nil, ""
	}
	call, ok := e.X.(*ast.CallExpr)
	if !ok || len(call.Args) > 0 {
		return nil, ""
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil, ""
	}
	return sel.X, sel.Sel.Name
}

// constant reports whether x is a variable or a field of one that the function
// does not assign.
func constant(pass *analysis.Pass, body *ast.BlockStmt, x ast.Expr) bool {
	parts := make(map[types.Object]bool)
	for e := x; ; {
		switch v := ast.Unparen(e).(type) {
		case *ast.Ident:
			parts[pass.TypesInfo.ObjectOf(v)] = true
		case *ast.SelectorExpr:
			parts[pass.TypesInfo.ObjectOf(v.Sel)] = true
			e = v.X
			continue
		default:
			return false
		}
		break
	}
	ok := true
	ast.Inspect(body, func(n ast.Node) bool {
		if as, isAssign := n.(*ast.AssignStmt); isAssign && as.Tok != token.DEFINE {
			for _, lhs := range as.Lhs {
				switch v := ast.Unparen(lhs).(type) {
				case *ast.Ident:
					ok = ok && !parts[pass.TypesInfo.ObjectOf(v)]
				case *ast.SelectorExpr:
					ok = ok && !parts[pass.TypesInfo.ObjectOf(v.Sel)]
				}
			}
		}
		return true
	})
	return ok
}

// dropUnlocks returns the edits that remove the unlocks of x; ok is false if
// one of them is not the last thing before an end of the function, or if x is
// locked or unlocked in another way as well.
func dropUnlocks(body *ast.BlockStmt, x ast.Expr, lock, unlock string) (edits []analysis.TextEdit, ok bool) {
	name := types.ExprString(x)
	uses, dropped, locks := 0, 0, 0
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if types.ExprString(n.X) == name {
				switch n.Sel.Name {
				case unlock:
					uses++
				case "Lock", "RLock", "Unlock", "RUnlock", "TryLock", "TryRLock":
					locks++
				}
			}
		case *ast.BlockStmt:
			edits = append(edits, dropIn(n.List, n == body, name, unlock)...)
		case *ast.CaseClause:
			edits = append(edits, dropIn(n.Body, false, name, unlock)...)
		case *ast.CommClause:
			edits = append(edits, dropIn(n.Body, false, name, unlock)...)
		case *ast.FuncLit:
			return false
		}
		return true
	})
	dropped = len(edits)
	return edits, uses == dropped && locks == 1
}

// dropIn returns the edits that remove the unlocks of a list of statements
// which a return follows, or the end of the function.
func dropIn(list []ast.Stmt, last bool, name, unlock string) []analysis.TextEdit {
	var edits []analysis.TextEdit
	for i, st := range list {
		x, method := methodCall(st)
		if method != unlock || types.ExprString(x) != name {
			continue
		}
		if i+1 < len(list) {
			if ret, ok := list[i+1].(*ast.ReturnStmt); ok && !calls(ret) {
				edits = append(edits, analysis.TextEdit{Pos: st.Pos(), End: ret.Pos()})
			}
		} else if last && i > 0 {
			edits = append(edits, analysis.TextEdit{Pos: list[i-1].End(), End: st.End()})
		}
	}
	return edits
}

func calls(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.CallExpr, *ast.UnaryExpr, *ast.FuncLit:
			found = true
		}
		return !found
	})
	return found
}

// commented reports whether an edit would remove a comment.
func commented(file *ast.File, edits []analysis.TextEdit) bool {
	for _, g := range file.Comments {
		for _, e := range edits {
			if e.Pos < g.End() && g.Pos() < e.End {
				return true
			}
		}
	}
	return false
}
