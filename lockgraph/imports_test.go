package lockgraph

import (
	"os/exec"
	"strings"
	"testing"
)

// TestStandardLibraryOnly holds the promise to those who import the package:
// it pulls in nothing.
func TestStandardLibraryOnly(t *testing.T) {
	const self = "github.com/lockvet/lockvet/lockgraph"
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	if got := strings.Fields(string(out)); len(got) != 1 || got[0] != self {
		t.Errorf("not of the standard library: %v, want only %s", got, self)
	}
}
