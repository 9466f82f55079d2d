package trylockuse_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lockvet/lockvet/passes/trylockuse"
)

var (
	// themes are packages that each stand alone: the faults of a theme, and
	// correct code of the same shape.
	themes = []string{
		"acquires/...",
		"blocking/...",
		"carried/...",
		"closures/...",
		"conditions/...",
		"generics/...",
		"guarded/...",
		"ignored/...",
		"own/...",
		"polls/...",
		"released/...",
		"weighted/...",
		"wrappers/...",
	}

	// crossing are packages that need what the engine's facts say of the
	// packages they import.
	crossing = []string{
		"imports/...",
		"lists/...",    // a result that tells nothing of the lock
		"services/...", // states that are no locks
		"toggles/...",  // a lock that can be switched off
	}

	// directed are packages that accept what is reported, or try to.
	directed = []string{"directives/..."}
)

// TestAnalyzer is one run, since most of its time goes into the packages of the
// standard library that they import.
func TestAnalyzer(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), trylockuse.Analyzer, slices.Concat(themes, crossing, directed)...)
}

// TestFixes checks where Lock is suggested in the place of TryLock.
func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), trylockuse.Analyzer, "fixes")
}
