package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadme holds README.md to what the program does: the report that it
// explains is one that the demonstration prints.
func TestReadme(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	text := oneLine(string(data))
	out := command(t, filepath.Join("..", ".."), tool, "-C", filepath.Join("testdata", "demo"), "./...")
	for line := range strings.Lines(out.stdout) {
		if strings.HasPrefix(line, filepath.Join("settle", "settle.go")) && !strings.Contains(line, "\t") {
			if !strings.Contains(text, oneLine(filepath.ToSlash(line))) {
				t.Errorf("README.md does not show the report as it is printed:\n%s", line)
			}
			return
		}
	}
	t.Errorf("the demonstration prints no report in package settle:\n%s%s", out.stdout, out.stderr)
}
