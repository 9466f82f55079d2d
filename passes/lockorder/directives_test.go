package lockorder_test

import (
	"fmt"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lockvet/lockvet/passes/lockorder"
)

// TestUnknownNames checks that a declared order of something that is no lock
// is reported. No want can stand on the line of a directive that is well
// formed.
func TestUnknownNames(t *testing.T) {
	var got []string
	for _, r := range analysistest.Run(quiet{}, analysistest.TestData(), lockorder.Analyzer, "unknownnames") {
		for _, d := range r.Diagnostics {
			got = append(got, fmt.Sprintf("%d: %s", r.Action.Package.Fset.Position(d.Pos).Line, d.Message))
		}
	}
	want := []string{
		"11: order names Store.mutex: no such variable, or type and field",
		"12: order names Index.mu: no such variable, or type and field",
		"13: order names sync.Missing.mu: no such variable, or type and field",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// quiet swallows what analysistest says of diagnostics without a want.
type quiet struct{}

func (quiet) Errorf(string, ...any) {}
