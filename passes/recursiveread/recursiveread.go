package recursiveread

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

// Analyzer reports read locks taken again by a goroutine that has them, while a writer may wait in between.
var Analyzer = &analysis.Analyzer{
	Name:     "recursiveread",
	Doc:      docs.Text(doc, "recursiveread"),
	URL:      "https://pkg.go.dev/github.com/lockvet/lockvet/passes/recursiveread",
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
		if a.HeldMode != lockgraph.Shared || a.Mode != lockgraph.Shared || a.Kind != lockgraph.Wait || len(a.Writers) == 0 {
			continue
		}
		locks.Report(pass, analysis.Diagnostic{
			Pos: a.Pos,
			Message: fmt.Sprintf("%s is read-locked twice, a deadlock if the writer at %s comes in between: %s",
				locks.Name(a.Lock), locks.Where(a.Writers[0]), locks.AgainEvidence(a, "read-locked", "read-locked")),
			Related: locks.AgainRelated(a),
		})
	}
	return nil, nil
}
