package adaptive

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The model follows the code: each of its steps quotes the line that it stands
// for, and the line is there.
func TestModelQuotesTheCode(t *testing.T) {
	models, err := filepath.Glob("model/*.pml")
	if err != nil || len(models) == 0 {
		t.Fatalf("no model: %v", err)
	}
	quote := regexp.MustCompile(`/\* (\w+\.(?:go|s)): (.*?) \*/`)
	quoted := 0
	for _, model := range models {
		for _, m := range quote.FindAllStringSubmatch(read(t, model), -1) {
			quoted++
			if !strings.Contains(read(t, m[1]), m[2]) {
				t.Errorf("%s quotes %q, which is not in %s", model, m[2], m[1])
			}
		}
	}
	if quoted == 0 {
		t.Error("the model quotes nothing")
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
