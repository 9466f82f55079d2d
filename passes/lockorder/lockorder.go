package lockorder

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/docs"
	"github.com/lockvet/lockvet/passes/internal/lockflow"
)

//go:embed doc.go
var doc string

// Analyzer reports locks that are taken in a circular order.
var Analyzer = &analysis.Analyzer{
	Name:     "lockorder",
	Doc:      docs.Text(doc, "lockorder"),
	URL:      "https://pkg.go.dev/github.com/lockvet/lockvet/passes/lockorder",
	Run:      run,
	Requires: []*analysis.Analyzer{inspect.Analyzer, lockflow.Analyzer},
}

var deps lockflow.Deps // -deps flag

func init() {
	Analyzer.Flags.Var(&deps, "deps", "also report cycles that lie wholly in other `modules`: paths separated by commas, or true for all")
	Analyzer.Flags.Var(lockflow.Declared, "locks", "functions that lock and unlock although their bodies do not show it, for all analyzers: `list` of import/path.Type.Method=lock, rlock, trylock, tryrlock, unlock or runlock")
}

func run(pass *analysis.Pass) (any, error) {
	locks, err := lockflow.Of(pass)
	if err != nil {
		return nil, err
	}
	locks.Malformed(pass)
	locks.Accepted(pass)
	for _, f := range locks.Cycles(pass, lockgraph.Options{}, &deps) {
		var message string
		switch f.Verdict {
		case lockgraph.Deadlock:
			message = fmt.Sprintf("lock order inversion, a deadlock: %s: %s", locks.Ring(&f.Cycle), locks.Evidence(&f))
			if len(f.Edges) == 1 {
				message = fmt.Sprintf("two instances of %s are locked in an order set by the caller, a deadlock when two callers disagree: %s",
					locks.Name(f.Edges[0].From), locks.Evidence(&f))
			}
		case lockgraph.OrderViolation:
			message = fmt.Sprintf("lock order %s < %s declared at %s is violated: %s",
				locks.Name(f.Order.Before), locks.Name(f.Order.After), locks.Where(f.Order.Site), locks.Evidence(&f))
		default:
			continue
		}
		locks.Report(pass, analysis.Diagnostic{Pos: f.Pos, End: f.End, Message: message, Related: locks.Related(&f)})
	}
	return nil, nil
}
