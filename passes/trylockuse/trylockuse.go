package trylockuse

import (
	_ "embed"
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/docs"
	"github.com/lockvet/lockvet/passes/internal/lockflow"
)

//go:embed doc.go
var doc string

// Analyzer reports trylocks whose failure is not heeded.
var Analyzer = &analysis.Analyzer{
	Name:     "trylockuse",
	Doc:      docs.Text(doc, "trylockuse"),
	URL:      "https://pkg.go.dev/github.com/lockvet/lockvet/passes/trylockuse",
	Run:      run,
	Requires: []*analysis.Analyzer{inspect.Analyzer, lockflow.Analyzer},
}

func run(pass *analysis.Pass) (any, error) {
	locks, err := lockflow.Of(pass)
	if err != nil {
		return nil, err
	}
	told := make(map[lockgraph.Site]bool)
	for i := range locks.Tries {
		t := &locks.Tries[i]
		d := analysis.Diagnostic{Pos: t.Pos, Message: message(locks, t)}
		switch t.Kind {
		case lockflow.TryReleased:
			d.Related = locks.RelatedAt(t.Other, locks.Name(t.Lock)+" is unlocked here")
		case lockflow.TryIgnored:
			if t.Released {
				d.SuggestedFixes = wait(pass, t.Pos)
			}
		}
		told[t.Site] = true
		locks.Report(pass, d)
	}
	for i := range locks.Again {
		if a := &locks.Again[i]; fails(a) && !told[a.Site] {
			locks.Report(pass, analysis.Diagnostic{
				Pos: a.Pos,
				Message: fmt.Sprintf("%s is tried by a goroutine that holds it, which always fails: %s",
					locks.Name(a.Lock), locks.AgainEvidence(a, "tried", "held")),
				Related: locks.AgainRelated(a),
			})
		}
	}
	return nil, nil
}

func message(locks *lockflow.Result, t *lockflow.Try) string {
	name := locks.Name(t.Lock)
	switch t.Kind {
	case lockflow.TryIgnored:
		return fmt.Sprintf("the result is ignored that says whether %s is locked", name)
	case lockflow.TryReleased:
		return fmt.Sprintf("%s is unlocked at %s even if this attempt to lock it has failed", name, locks.Where(t.Other))
	case lockflow.TryFallsThrough:
		return fmt.Sprintf("what %s guards is changed whether this attempt to lock it succeeds or not", name)
	case lockflow.TryPolled:
		return fmt.Sprintf("%s is tried again and again with nothing in between, which burns a CPU: use Lock", name)
	}
	return fmt.Sprintf("a function called TryLock waits for %s here", name)
}

// fails reports whether a is a trylock that the lock's holder cannot get. In a
// test it is there to fail.
func fails(a *lockflow.Again) bool {
	return !a.Test && a.Kind != lockgraph.Wait && (a.HeldMode == lockgraph.Exclusive || a.Mode == lockgraph.Exclusive)
}

// wait suggests to wait for the lock, where it is released in any case.
func wait(pass *analysis.Pass, pos token.Pos) []analysis.SuggestedFix {
	if !lockflow.IsStatement(pass, pos) {
		return nil
	}
	return lockflow.Rename(pass, pos, map[string]string{"TryLock": "Lock", "TryRLock": "RLock"})
}
