package trylockorder

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

// Analyzer reports trylocks taken against the lock order.
var Analyzer = &analysis.Analyzer{
	Name:     "trylockorder",
	Doc:      docs.Text(doc, "trylockorder"),
	URL:      "https://pkg.go.dev/github.com/lockvet/lockvet/passes/trylockorder",
	Run:      run,
	Requires: []*analysis.Analyzer{inspect.Analyzer, lockflow.Analyzer},
}

// Flags.
var (
	deps lockflow.Deps
	spin bool
)

func init() {
	Analyzer.Flags.Var(&deps, "deps", "also report cycles that lie wholly in other `modules`: paths separated by commas, or true for all")
	Analyzer.Flags.BoolVar(&spin, "spin", false, "what if every TryLock spun: also report trylocks that are harmless only because they try once")
	Analyzer.Flags.Var(lockflow.SpinningTrylocks, "spinning", "comma-separated `functions` that are spinning trylocks, as import/path.Func or import/path.Type.Method")
}

// lead tells what each verdict means for the program.
var lead = map[lockgraph.Verdict]string{
	lockgraph.Livelock:      "trylock against the lock order, a livelock: it is polled while the other side waits",
	lockgraph.SpinLivelock:  "spinning trylock against the lock order, a livelock: each owner spins on the other and starts over",
	lockgraph.TryInversion:  "trylock against the lock order, retried at once: safe only while TryLock does not spin, and burns a CPU while the other side is busy",
	lockgraph.RetryLivelock: "trylocks against each other's lock order, both retried at once: a livelock, each side can fail for ever",
	lockgraph.BoundedSpin:   "spinning trylock against the lock order: it burns its whole spin time whenever the two sides meet",
	lockgraph.Avoidance:     "trylock against the lock order: harmless while TryLock tries once, but not if it spun",
}

func run(pass *analysis.Pass) (any, error) {
	locks, err := lockflow.Of(pass)
	if err != nil {
		return nil, err
	}
	locks.Accepted(pass)
	for _, f := range locks.Cycles(pass, lockgraph.Options{WhatIfSpin: spin}, &deps) {
		if text, ok := lead[f.Verdict]; ok {
			locks.Report(pass, analysis.Diagnostic{
				Pos: f.Pos, End: f.End, Related: locks.Related(&f),
				Message: fmt.Sprintf("%s: %s: %s", text, locks.Ring(&f.Cycle), locks.Evidence(&f)),
			})
		}
	}
	return nil, nil
}
