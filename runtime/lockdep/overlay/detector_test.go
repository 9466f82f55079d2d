package overlay

import (
	"go/format"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// TestDetectorIsGo: the files parse, are formatted, and no two clash.
func TestDetectorIsGo(t *testing.T) {
	files, err := Detector(nil, []byte("package p\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if _, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution); err != nil {
			t.Error(err)
		}
		if formatted, err := format.Source(text); err == nil && string(formatted) != string(text) && strings.HasPrefix(name, "lockdep_at_") {
			t.Errorf("%s is not formatted", name)
		}
	}
}
