package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestModules requires of each module of the corpus the findings of the command.
func TestModules(t *testing.T) {
	mods, err := filepath.Glob(filepath.Join(root, "testdata", "*", "go.mod"))
	if err != nil || len(mods) == 0 {
		t.Fatalf("no modules in testdata: %v", err)
	}
	some := false
	for _, mod := range mods {
		name := filepath.Base(filepath.Dir(mod))
		t.Run(name, func(t *testing.T) {
			dir := moduleDir(t, name)
			findings := byCommand(t, dir, "./...")
			some = some || len(findings) > 0
			same(t, newRun(t, dir, nil).issues(t), findings)
		})
	}
	if !some {
		t.Error("nothing is found in any module")
	}
}

// TestExamples requires of what the analyzers are tested with, which lies in workspaces
// without modules, the findings of go vet. That reads directives as golangci-lint
// does, by lines.
func TestExamples(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join(root, "passes", "*", "testdata", "src"))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	t.Setenv("GO111MODULE", "off")
	for _, dir := range dirs {
		src, err := filepath.Abs(dir)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(filepath.Dir(filepath.Dir(dir))), func(t *testing.T) {
			t.Setenv("GOPATH", filepath.Dir(src))
			findings := byVet(t, src)
			if len(findings) == 0 {
				t.Error("nothing is found")
			}
			r := newRun(t, src, nil)
			r.complains = true
			same(t, r.issues(t), findings)
		})
	}
}

// TestCache: a second run finds the same, and so does one of which only a part is
// analysed again, with what is kept of the rest.
func TestCache(t *testing.T) {
	dir := copied(t, "crosspkg")
	r := newRun(t, dir, nil)
	cold := r.issues(t)
	if len(cold) == 0 {
		t.Fatal("nothing is found")
	}
	same(t, r.issues(t), cold)

	name := filepath.Join(dir, "manager", "manager.go")
	source, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, append(source, "\n// A comment.\n"...), 0o666); err != nil {
		t.Fatal(err)
	}
	same(t, r.issues(t), cold)
}

// TestImporter analyses a package by itself. What it imports is read for facts only.
func TestImporter(t *testing.T) {
	dir := moduleDir(t, "crosspkg")
	r := newRun(t, dir, nil)
	r.packages = []string{"./manager"}
	issues := r.issues(t)
	if len(issues) == 0 {
		t.Error("nothing is found")
	}
	same(t, issues, byCommand(t, dir, "./manager"))
}

// TestSettings chooses analyzers and sets flags. All runs share a cache, which is
// to know them apart.
func TestSettings(t *testing.T) {
	dir, cache := moduleDir(t, "trylock"), t.TempDir()
	plain := strings.Join(byCommand(t, dir), "\n")
	for _, tt := range []struct {
		settings block
		flag     string // of the command, for the same
	}{
		{block{"trylockorder": block{"spin": true}}, "-trylockorder.spin"},
		{block{"disable": []string{"trylockorder"}}, "-trylockorder=false"},
		{block{"enable": []string{"trylockuse"}}, "-trylockuse"},
	} {
		r := newRun(t, dir, tt.settings)
		r.cache = cache
		issues := r.issues(t)
		if strings.Join(issues, "\n") == plain {
			t.Errorf("%v makes no difference", tt.settings)
		}
		same(t, issues, byCommand(t, dir, tt.flag, "./..."))
	}
	r := newRun(t, dir, nil)
	r.cache = cache
	same(t, r.issues(t), byCommand(t, dir, "./..."))
}

// TestFix applies fixes, as go vet does.
func TestFix(t *testing.T) {
	ours, theirs := copied(t, "fixes"), copied(t, "fixes")
	if out := newRun(t, ours, nil).exec(t, "--fix"); out.status != 0 {
		t.Errorf("--fix: status %d\n%s%s", out.status, out.stdout, out.stderr)
	}
	if out := command(t, theirs, "", "go", "vet", "-vettool="+lockvet, "-fix", "./..."); out.status != 0 {
		t.Fatalf("go vet -fix: status %d\n%s", out.status, out.stderr)
	}
	var text [2]string
	for i, dir := range []string{ours, theirs} {
		data, err := os.ReadFile(filepath.Join(dir, "counters.go"))
		if err != nil {
			t.Fatal(err)
		}
		text[i] = string(data)
	}
	if text[0] != text[1] {
		t.Errorf("golangci-lint:\n%s\ngo vet:\n%s", text[0], text[1])
	}
}
