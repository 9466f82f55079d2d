package badunlock

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

// Analyzer reports releases of locks that are not held, or not in that mode.
var Analyzer = &analysis.Analyzer{
	Name:     "badunlock",
	Doc:      docs.Text(doc, "badunlock"),
	URL:      "https://pkg.go.dev/github.com/lockvet/lockvet/passes/badunlock",
	Run:      run,
	Requires: []*analysis.Analyzer{inspect.Analyzer, lockflow.Analyzer},
}

func run(pass *analysis.Pass) (any, error) {
	locks, err := lockflow.Of(pass)
	if err != nil {
		return nil, err
	}
	for i := range locks.Unheld {
		u := &locks.Unheld[i]
		name, other := locks.Name(u.Lock), locks.Where(u.Other)
		d := analysis.Diagnostic{Pos: u.Pos}
		switch u.Kind {
		case lockflow.UnheldTwice:
			d.Message = fmt.Sprintf("%s is unlocked twice: it was unlocked at %s and is not held", name, other)
		case lockflow.UnheldDeferred:
			d.Message = fmt.Sprintf("%s is unlocked twice: here and again by the deferred call at %s", name, other)
		case lockflow.UnheldPath:
			d.Message = fmt.Sprintf("%s is unlocked but not held on every path that leads here: only some lock it, at %s", name, other)
		case lockflow.UnheldMode:
			if u.Mode == lockgraph.Shared {
				d.Message = fmt.Sprintf("%s is locked for writing at %s and unlocked with RUnlock: use Unlock", name, other)
			} else {
				d.Message = fmt.Sprintf("%s is read-locked at %s and unlocked with Unlock: use RUnlock", name, other)
			}
			d.SuggestedFixes = otherMode(pass, u)
		}
		d.Related = locks.RelatedAt(u.Other, name+": "+relation(u.Kind))
		locks.Report(pass, d)
	}
	return nil, nil
}

func relation(k lockflow.UnheldKind) string {
	switch k {
	case lockflow.UnheldTwice:
		return "unlocked here before"
	case lockflow.UnheldDeferred:
		return "unlocked here again"
	}
	return "locked here"
}

// otherMode suggests the release of the mode in which the lock is held, unless
// it is held in this one on other paths.
func otherMode(pass *analysis.Pass, u *lockflow.Unheld) []analysis.SuggestedFix {
	switch {
	case u.Sometimes:
		return nil
	case u.Mode == lockgraph.Shared:
		return lockflow.Rename(pass, u.Pos, map[string]string{"RUnlock": "Unlock"})
	}
	return lockflow.Rename(pass, u.Pos, map[string]string{"Unlock": "RUnlock"})
}
