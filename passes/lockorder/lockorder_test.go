package lockorder_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lockvet/lockvet/passes/lockorder"
)

// TestThemes runs over packages that each stand alone: the faults of a theme,
// and correct code of the same shape.
func TestThemes(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), lockorder.Analyzer,
		"branches/...",
		"callbacks/...",
		"chains/...",
		"closures/...",
		"collections/...",
		"cond/...",
		"conditions/...",
		"correlated/...",
		"defers/...",
		"exits/...",
		"formatting/...",
		"gates/...",
		"generics/...",
		"goroutines/...",
		"helpers/...",
		"holders/...",
		"interfaces/...",
		"once/...",
		"ordered/...",
		"predicates/...",
		"rangefunc/...",
		"readlocks/...",
		"sameclass/...",
		"unpublished/...",
		"wrappers/...",
	)
}
