package overlay

import (
	"os/exec"
	"strings"
	"testing"
)

// TestImports holds the promise that package overlay pulls in nothing that is
// not of this module's run-time side or the standard library.
func TestImports(t *testing.T) {
	const ours = "github.com/lockvet/lockvet/runtime/"
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	for _, path := range strings.Fields(string(out)) {
		if !strings.HasPrefix(path, ours) {
			t.Errorf("depends on %s", path)
		}
	}
}
