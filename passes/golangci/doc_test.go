package golangci

import (
	"os"
	"strings"
	"testing"

	"github.com/lockvet/lockvet/passes"
)

// TestDocumentation: the manual and README.md show the two files that the tests of
// package build use, and the manual names every setting that there is.
func TestDocumentation(t *testing.T) {
	data, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	manual := string(data)
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"custom-gcl.yml", "golangci.yml"} {
		file, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if shown := "//\t" + strings.ReplaceAll(strings.TrimSpace(string(file)), "\n", "\n//\t") + "\n"; !strings.Contains(manual, "//\n"+shown+"//\n") {
			t.Errorf("doc.go does not show %s as it is:\n%s", name, shown)
		}
		if !strings.Contains(string(readme), "```yaml\n"+string(file)+"```\n") {
			t.Errorf("README.md does not show %s as it is", name)
		}
	}
	keys, _, _ := strings.Cut(allowed(passes.Analyzers), ", and ")
	for key := range strings.SplitSeq(keys, ", ") {
		if !strings.Contains(manual, "\n//\t"+key+": ") {
			t.Errorf("doc.go does not describe the setting %s", key)
		}
	}
}
