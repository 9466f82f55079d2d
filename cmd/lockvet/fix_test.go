package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFix applies the suggested fixes through the go command: what they leave
// compiles, and nothing is left to report.
func TestFix(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "testdata", "fixes"))); err != nil {
		t.Fatal(err)
	}
	if got := len(vetReports(t, dir)); got != 5 {
		t.Errorf("%d reports before, want 5", got)
	}
	if out := vet(t, dir, tool, "-fix"); out.status != 0 {
		t.Fatalf("go vet -fix: exit status %d\n%s%s", out.status, out.stdout, out.stderr)
	}
	if out := command(t, dir, "go", "build", "./..."); out.status != 0 {
		t.Errorf("the fixed source does not compile:\n%s", out.stderr)
	}
	if out := vet(t, dir, tool); out.status != 0 {
		t.Errorf("reports after the fixes:\n%s", out.stderr)
	}
	source, err := os.ReadFile(filepath.Join(dir, "counters.go"))
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]int{
		"\tdefer c.mu.Unlock()\n": 2, "\tdefer c.mu.Unlock() //": 1, "\tc.mu.Unlock()\n": 0, "\tdefer c.mu.RUnlock()\n": 1, "\tc.mu.RUnlock() //": 1, "\tc.mu.RLock()\n": 1, "\tc.mu.RLock() //": 1,
	} {
		if got := strings.Count(string(source), line); got != want {
			t.Errorf("%d times %q, want %d:\n%s", got, line, want, source)
		}
	}
}
