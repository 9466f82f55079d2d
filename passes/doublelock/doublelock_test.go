package doublelock_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lockvet/lockvet/passes/doublelock"
)

var (
	// themes are packages that each stand alone: the faults of a theme, and
	// correct code of the same shape.
	themes = []string{
		"closures/...",
		"conditions/...",
		"formatting/...",
		"guesses/...",
		"goroutines/...",
		"handback/...",
		"helpers/...",
		"hooks/...",
		"instances/...",
		"interfaces/...",
		"loops/...",
		"modes/...",
		"once/...",
		"rangefunc/...",
		"recursion/...",
		"testfiles/...",
		"tokens/...",
		"wrappers/...",
	}

	// crossing are packages that need what the engine's facts say of the
	// packages they import.
	crossing = []string{
		"stock/...",   // methods, helpers and a lock of another package
		"toggles/...", // a lock that can be switched off
	}

	// directed are packages that accept reports, or try to.
	directed = []string{"directives/..."}
)

// TestAnalyzer is one run, since most of its time goes into the packages of the
// standard library that they import.
func TestAnalyzer(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), doublelock.Analyzer, slices.Concat(themes, crossing, directed)...)
}
