package recursiveread_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lockvet/lockvet/passes/recursiveread"
)

var (
	// themes are packages that each stand alone: the faults of a theme, and
	// correct code of the same shape.
	themes = []string{
		"closures/...",
		"conditions/...",
		"formatting/...",
		"goroutines/...",
		"helpers/...",
		"hooks/...",
		"instances/...",
		"interfaces/...",
		"rangefunc/...",
		"recursion/...",
		"wrappers/...",
		"writers/...",
	}

	// crossing are packages that need what the engine's facts say of the
	// packages they import.
	crossing = []string{
		"atlas/...",   // methods and an exported lock of another package
		"archive/...", // a lock whose only writer is the importer, or nobody
	}

	// directed are packages that accept reports, or try to.
	directed = []string{"directives/..."}

	// tested are packages with test files, whose writers count for tests only.
	tested = []string{"testfiles/..."}
)

// TestAnalyzer is one run, since most of its time goes into the packages of the
// standard library that they import.
func TestAnalyzer(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), recursiveread.Analyzer, slices.Concat(themes, crossing, directed, tested)...)
}
