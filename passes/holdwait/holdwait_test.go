package holdwait_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lockvet/lockvet/passes/holdwait"
)

var (
	// themes are packages that each stand alone: the faults of a theme, and
	// correct code of the same shape.
	themes = []string{
		"buffers/...",
		"conds/...",
		"errgroups/...",
		"groups/...",
		"helpers/...",
		"joins/...",
		"outside/...",
		"ranges/...",
		"receives/...",
		"selects/...",
		"sends/...",
		"subscribers/...",
		"wrappers/...",
	}

	// crossing are packages that hold the locks of one that they import.
	crossing = []string{"imports/..."}

	// directed are packages that accept what is reported, or try to.
	directed = []string{"directives/..."}
)

// TestAnalyzer is one run, since most of its time goes into the packages of the
// standard library that they import.
func TestAnalyzer(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), holdwait.Analyzer, slices.Concat(themes, crossing, directed)...)
}
