package trylockorder_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lockvet/lockvet/passes/trylockorder"
)

// TestManual holds the manual to its example: the code stands there as it is
// in testdata, and the report as the analyzer makes it.
func TestManual(t *testing.T) {
	dir := analysistest.TestData()
	source, err := os.ReadFile(filepath.Join(dir, "src", "manual", "page.go"))
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(string(source), "import \"sync\"\n\n")
	for line := range strings.Lines(code) {
		line, _, _ = strings.Cut(strings.TrimSuffix(line, "\n"), " // want")
		if line != "" && !strings.Contains(trylockorder.Analyzer.Doc, "\n\t"+line+"\n") {
			t.Errorf("the manual lacks the line %q of its example", line)
		}
	}

	manual := strings.Join(strings.Fields(trylockorder.Analyzer.Doc), " ")
	results := analysistest.Run(t, dir, trylockorder.Analyzer, "manual")
	for _, d := range results[0].Diagnostics {
		if !strings.Contains(manual, d.Message) {
			t.Errorf("the manual does not show the report %q", d.Message)
		}
	}
}
