package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// The files that the documentation shows.
const shown = "../testdata"

// shownSource has what the settings of the file that is shown are about.
const shownSource = `package shown

import "sync"

var mu sync.Mutex

func check(n int) {
	mu.Lock()
	if n < 0 {
		panic("negative")
	}
	mu.Unlock()
}

func wait() {
	done := make(chan bool)
	go func() {
		mu.Lock()
		done <- true
		mu.Unlock()
	}()
	mu.Lock()
	<-done
	mu.Unlock()
}
`

// TestShownConfig runs with the configuration that the documentation shows, other
// linters included.
func TestShownConfig(t *testing.T) {
	config, err := filepath.Abs(filepath.Join(shown, "golangci.yml"))
	if err != nil {
		t.Fatal(err)
	}
	dir := written(t, map[string]string{"shown.go": shownSource})
	plain, set := byCommand(t, dir), byCommand(t, dir, "-holdwait=false", "-missingunlock.panics")
	if text := strings.Join(plain, "\n"); len(plain) == 0 || strings.Count(text, ": holdwait: ") != len(plain) {
		t.Errorf("without settings there is\n%s", text)
	}
	if text := strings.Join(set, "\n"); len(set) != 1 || !strings.Contains(text, ": missingunlock: ") {
		t.Errorf("with settings there is\n%s", text)
	}
	r := &run{dir: dir, config: config, cache: t.TempDir()}
	same(t, r.issues(t), set)
}

// TestShownBuild: the file that golangci-lint custom reads is for the version that
// this module has, and names the package that this program imports.
func TestShownBuild(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(shown, "custom-gcl.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Version string
		Plugins []struct{ Module, Import, Version string }
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(&file); err != nil || len(file.Plugins) != 1 {
		t.Fatalf("%v: %d plugins", err, len(file.Plugins))
	}
	list := func(args ...string) string {
		out := command(t, ".", "", "go", append([]string{"list"}, args...)...)
		if out.status != 0 {
			t.Fatal(out.stderr)
		}
		return strings.TrimSpace(out.stdout)
	}
	if want := list("-m", "-f", "{{.Version}}", "github.com/golangci/golangci-lint/v2"); file.Version != want {
		t.Errorf("version %s, want %s", file.Version, want)
	}
	plugin := file.Plugins[0]
	if want := list("-f", "{{.Module.Path}}", plugin.Import); plugin.Module != want || plugin.Version == "" {
		t.Errorf("plugin %+v, want module %s and a version", plugin, want)
	}
	if imports := list("-f", "{{.Imports}}", "."); !strings.Contains(imports, plugin.Import) {
		t.Errorf("this program imports %s, and not %s", imports, plugin.Import)
	}
}
