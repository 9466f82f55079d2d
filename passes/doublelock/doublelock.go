package doublelock

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

// Analyzer reports acquisitions of a lock by the goroutine that holds it.
var Analyzer = &analysis.Analyzer{
	Name:     "doublelock",
	Doc:      docs.Text(doc, "doublelock"),
	URL:      "https://pkg.go.dev/github.com/lockvet/lockvet/passes/doublelock",
	Run:      run,
	Requires: []*analysis.Analyzer{inspect.Analyzer, lockflow.Analyzer},
}

func run(pass *analysis.Pass) (any, error) {
	locks, err := lockflow.Of(pass)
	if err != nil {
		return nil, err
	}
	for i := range locks.Again {
		a := &locks.Again[i]
		if a.Kind != lockgraph.Wait {
			continue // it does not wait: trylockuse
		}
		held, again := "held", "locked"
		switch {
		case a.HeldMode == lockgraph.Shared && a.Mode == lockgraph.Shared:
			continue // recursiveread
		case a.HeldMode == lockgraph.Shared:
			held = "read-locked"
		case a.Mode == lockgraph.Shared:
			again = "read-locked"
		}
		locks.Report(pass, analysis.Diagnostic{
			Pos:     a.Pos,
			Message: fmt.Sprintf("%s, a deadlock: %s", headline(locks, a), locks.AgainEvidence(a, again, held)),
			Related: locks.AgainRelated(a),
		})
	}
	return nil, nil
}

func headline(locks *lockflow.Result, a *lockflow.Again) string {
	name := locks.Name(a.Lock)
	switch {
	case a.Once:
		return name + ".Do is called by the function that it runs"
	case a.HeldMode == lockgraph.Shared:
		return name + " is locked by a goroutine that has it read-locked"
	case a.Mode == lockgraph.Shared:
		return name + " is read-locked by a goroutine that holds it"
	}
	return name + " is locked by a goroutine that holds it"
}
