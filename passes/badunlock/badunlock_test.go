package badunlock_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lockvet/lockvet/passes/badunlock"
)

var (
	// themes are packages that each stand alone: the faults of a theme, and
	// correct code of the same shape.
	themes = []string{
		"calls/...",
		"closures/...",
		"cond/...",
		"deferred/...",
		"handoff/...",
		"homemade/...",
		"loops/...",
		"modepairs/...",
		"modes/...",
		"paths/...",
		"rangefunc/...",
		"twice/...",
		"wrappers/...",
	}

	// crossing are packages that need what the engine's facts say of the
	// package that they import, or what it knows by that package's path.
	crossing = []string{"nested/...", "toolkit/..."}

	// directed are packages that accept reports, or try to.
	directed = []string{"directives"}
)

func TestAnalyzer(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), badunlock.Analyzer, slices.Concat(themes, crossing, directed)...)
}

// TestFixes checks that a release in the other mode is put right.
func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), badunlock.Analyzer, "modes/faulty")
}

// TestNoFix checks that nothing is suggested where a helper releases: to call
// another is not for the analyzer to say.
func TestNoFix(t *testing.T) {
	for _, r := range analysistest.Run(t, analysistest.TestData(), badunlock.Analyzer, "modepairs/faulty") {
		for _, d := range r.Diagnostics {
			if len(d.SuggestedFixes) > 0 {
				t.Errorf("%s: unexpected fix %q", r.Action.Package.Fset.Position(d.Pos), d.SuggestedFixes[0].Message)
			}
		}
	}
}
