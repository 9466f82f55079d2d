package holdwait

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/docs"
	"github.com/lockvet/lockvet/passes/internal/lockflow"
)

//go:embed doc.go
var doc string

// Analyzer reports locks that are held while waiting for goroutines that need
// them.
var Analyzer = &analysis.Analyzer{
	Name:     "holdwait",
	Doc:      docs.Text(doc, "holdwait"),
	URL:      "https://pkg.go.dev/github.com/lockvet/lockvet/passes/holdwait",
	Run:      run,
	Requires: []*analysis.Analyzer{inspect.Analyzer, lockflow.Analyzer},
}

func run(pass *analysis.Pass) (any, error) {
	locks, err := lockflow.Of(pass)
	if err != nil {
		return nil, err
	}
	for i := range locks.Waits {
		w := &locks.Waits[i]
		if slices.ContainsFunc(locks.Again, func(a lockflow.Again) bool { return a.Pos == w.Pos && a.Lock == w.Lock }) {
			continue // it does not get that far: doublelock
		}
		name := locks.Name(w.Lock)
		held := "held"
		if w.Mode == lockgraph.Shared {
			held = "read-locked"
		}
		locks.Report(pass, analysis.Diagnostic{
			Pos: w.Pos,
			Message: fmt.Sprintf("%s is %s while waiting %s %s, a deadlock: %s; %s at %s may have to wait for %s first, at %s",
				name, held, w.Action, cmp.Or(locks.Name(w.Channel), w.Local), locks.WaitEvidence(w),
				w.Partner, locks.Where(w.PartnerSite), name, locks.Where(w.Needs)),
			Related: append(locks.RelatedAt(w.Held, name+" acquired here"), locks.RelatedAt(w.Needs, name+" waited for here")...),
		})
	}
	return nil, nil
}
