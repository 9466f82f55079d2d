package trylockorder_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lockvet/lockvet/passes/lockorder"
	"github.com/lockvet/lockvet/passes/trylockorder"
)

// TestTheOtherIsSilent checks that each analyzer leaves the other's faults to
// the other, and finds nothing in the other's correct code.
func TestTheOtherIsSilent(t *testing.T) {
	lockorderData, err := filepath.Abs(filepath.Join("..", "lockorder", "testdata"))
	if err != nil {
		t.Fatal(err)
	}
	var results []*analysistest.Result
	results = append(results, analysistest.Run(quiet{}, lockorderData, trylockorder.Analyzer,
		"conditions/...", "counted/...", "exits/...", "gates/...", "handoff/...", "helpers/...", "ordered/...", "readlocks/...", "wrappers/...")...)
	results = append(results, analysistest.Run(quiet{}, analysistest.TestData(), lockorder.Analyzer,
		"avoidance/...", "backoff/...", "kernel", "mixed", "poll/...", "restart/...", "retry/...")...)
	if len(results) < 10 {
		t.Errorf("%d packages, want more", len(results))
	}
	for _, r := range results {
		if r.Err != nil {
			t.Error(r.Err)
		}
		for _, d := range r.Diagnostics {
			t.Errorf("%s: unexpected report: %s", r.Action.Package.Fset.Position(d.Pos), d.Message)
		}
	}
}

// quiet swallows what analysistest says of wants, which are for the other
// analyzer.
type quiet struct{}

func (quiet) Errorf(string, ...any) {}
