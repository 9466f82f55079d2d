package lockflow

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lockvet/lockvet/lockgraph"
)

// through lists the calls that lead to a place, in brackets.
func (r *Result) through(calls []lockgraph.Site) string {
	if len(calls) == 0 {
		return ""
	}
	var where []string
	for _, c := range calls {
		where = append(where, r.Where(c))
	}
	return " (called from " + strings.Join(where, ", ") + ")"
}

// AgainEvidence tells the two acquisitions of one lock.
func (r *Result) AgainEvidence(a *Again, again, held string) string {
	text := fmt.Sprintf("%s at %s%s while it is %s since %s%s",
		again, r.Where(a.Site), r.through(a.Calls), held, r.Where(a.Held), r.through(a.HeldCalls))
	if a.ByClass {
		text += " (by lock class)"
	}
	return text
}

// AgainRelated lists the places of a that lie in this package.
func (r *Result) AgainRelated(a *Again) []analysis.RelatedInformation {
	name := r.Name(a.Lock)
	return append(r.RelatedAt(a.Held, name+" acquired here"), r.RelatedAt(a.Site, name+" acquired here again")...)
}

// RelatedAt is related information about a site, if it lies in this package.
func (r *Result) RelatedAt(s lockgraph.Site, message string) []analysis.RelatedInformation {
	if p, ok := r.places[s]; ok {
		return []analysis.RelatedInformation{{Pos: p, Message: message}}
	}
	return nil
}

// Since tells where a lock was acquired.
func (r *Result) Since(h *Held) string {
	return "locked at " + r.Where(h.Site) + r.through(h.Calls)
}

// Rename suggests to call another method in the call at pos: the one that to
// has for the method called. There is no suggestion if to has none, or the
// receiver lacks it.
func Rename(pass *analysis.Pass, pos token.Pos, to map[string]string) []analysis.SuggestedFix {
	call := callAt(pass, pos)
	if call == nil {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	want := to[sel.Sel.Name]
	if method, _, _ := types.LookupFieldOrMethod(pass.TypesInfo.TypeOf(sel.X), true, pass.Pkg, want); method == nil {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "Call " + want,
		TextEdits: []analysis.TextEdit{{Pos: sel.Sel.Pos(), End: sel.Sel.End(), NewText: []byte(want)}},
	}}
}

// callAt returns the call whose instruction is placed at pos, nil if there is
// none.
func callAt(pass *analysis.Pass, pos token.Pos) *ast.CallExpr {
	var found *ast.CallExpr
	nodesAt(pass, pos, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if n.Lparen == pos {
				found = n
			}
		case *ast.DeferStmt:
			if n.Defer == pos {
				found = n.Call
			}
		}
	})
	return found
}

// IsStatement reports whether the call at pos stands by itself, its results
// unused.
func IsStatement(pass *analysis.Pass, pos token.Pos) bool {
	call, found := callAt(pass, pos), false
	if call == nil {
		return false
	}
	nodesAt(pass, call.Pos(), func(n ast.Node) {
		if st, ok := n.(*ast.ExprStmt); ok && ast.Unparen(st.X) == call {
			found = true
		}
	})
	return found
}

// WaitEvidence tells where a lock was acquired and where its holder waits.
func (r *Result) WaitEvidence(w *HoldWait) string {
	return fmt.Sprintf("held since %s%s, waiting at %s%s", r.Where(w.Held), r.through(w.HeldCalls), r.Where(w.Site), r.through(w.Calls))
}
