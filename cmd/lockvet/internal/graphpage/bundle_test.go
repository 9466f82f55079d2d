package graphpage

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lockvet/lockvet/lockgraph"
)

// TestBundleIsCurrent compares the hash of the sources that the build script
// wrote into the bundle, so that a forgotten go generate is noticed without npm.
func TestBundleIsCurrent(t *testing.T) {
	files, err := filepath.Glob("assets/js/*.js") // sorted
	if err != nil || len(files) == 0 {
		t.Fatalf("sources of the bundle: %v, %v", files, err)
	}
	files = append(files, "assets/build/package-lock.json", "assets/build/build.mjs")
	hash := sha256.New()
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		hash.Write(b)
	}
	if want := fmt.Sprintf("/* sources %x */", hash.Sum(nil)); !strings.Contains(program, want) {
		t.Error("assets/bundle.js is older than its sources: run go generate")
	}
}

func TestPackageOfClass(t *testing.T) {
	g := lockgraph.New()
	yaml := lockgraph.Site{Pkg: "gopkg.in/yaml.v3", File: "a.go", Line: 1}
	g.AddEdge(lockgraph.Edge{From: "gopkg.in/yaml.v3.T.mu", To: "net/http.Transport.idleMu", Site: yaml})
	known := packagesOf(g)
	for class, want := range map[string]string{
		"gopkg.in/yaml.v3.T.mu":           "gopkg.in/yaml.v3",
		"gopkg.in/toml.v2.T.mu":           "gopkg.in/toml", // no place tells
		"net/http.Transport.idleMu":       "net/http",
		"sync.mu":                         "sync",
		"example.com/a.Set[x.com/b.T].mu": "example.com/a",
		"example.com/a.T.shards[].mu":     "example.com/a",
		"A":                               "",
		"":                                "",
	} {
		if got := known.of(class); got != want {
			t.Errorf("package of %q is %q, want %q", class, got, want)
		}
	}
}

func TestCutKeepsCharactersWhole(t *testing.T) {
	for _, text := range []string{"short", strings.Repeat("x", longestLine), strings.Repeat("é", longestLine), "x" + strings.Repeat("é", longestLine)} {
		got := cut(text)
		rest, long := strings.CutSuffix(got, "…")
		if long != (len(text) > longestLine) || !strings.HasPrefix(text, rest) || strings.ToValidUTF8(got, "?") != got {
			t.Errorf("cut(%q) = %q", text, got)
		}
	}
}
