package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lockvet/lockvet/passes"
)

// TestUsage gives the plain command bad input. Each gets one line that says
// what is wrong, and nothing else.
func TestUsage(t *testing.T) {
	t.Parallel()
	dir := moduleDir(t, "single")
	for _, tt := range []struct {
		name   string
		args   []string
		status int
		says   string
	}{
		{"unknown subcommand", []string{"grpah"}, exitUsage, "grpah"},
		{"unknown format", []string{"-f", "xml", "./..."}, exitUsage, "stylish"},
		{"unknown analyzer to fail", []string{"-fail", "lockodrer", "./..."}, exitUsage, `no analyzer is called "lockodrer"`},
		{"unknown analyzer to explain", []string{"-explain", "nosuch"}, exitUsage, `no analyzer is called "nosuch"`},
		{"bad tags", []string{"-tags", "'a", "./..."}, exitUsage, "-tags"},
		{"bad Go version", []string{"-go", "two", "./..."}, exitUsage, "two"},
		{"no such baseline", []string{"-baseline", "nosuch.json", "./..."}, exitUsage, "-write-baseline"},
		{"baseline that is none", []string{"-baseline", "go.mod", "./..."}, exitUsage, "not a baseline"},
		{"two baselines", []string{"-baseline", "x", "-write-baseline", "y", "./..."}, exitUsage, "exclude each other"},
		{"unknown flag", []string{"-bogus", "./..."}, exitUsage, "-bogus"},
		{"bad flag value", []string{"-lockorder=perhaps", "./..."}, exitUsage, "perhaps"},
		{"flag after pattern", []string{"./...", "-f", "json"}, exitUsage, "must come before"},
		{"unknown help topic", []string{"help", "nosuch"}, exitUsage, `no analyzer is called "nosuch"`},
		{"one known topic, one not", []string{"help", "lockorder", "nosuch"}, exitUsage, "nosuch"},
		{"everything off", append(allOff(), "./..."), exitUsage, "turned off"},
		{"no such directory", []string{"./nosuch"}, exitUsage, "nosuch"},
		{"no such tree", []string{"./nosuch/..."}, exitUsage, "nosuch"},
		{"no such package", []string{"nosuch"}, exitUsage, "nosuch"},
		{"no such module", []string{"example.com/nosuch/pkg"}, exitUsage, "example.com/nosuch/pkg"},
		{"one good, one bad", []string{".", "./nosuch"}, exitUsage, "nosuch"},
		{"no match", []string{"example.com/nosuch/..."}, exitUsage, "matched no packages"},
		{"bad -C", []string{"-C", "nosuch", "./..."}, exitUsage, "nosuch"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			out := command(t, dir, tool, tt.args...)
			if out.status != tt.status {
				t.Errorf("status %d, want %d", out.status, tt.status)
			}
			if out.stdout != "" {
				t.Errorf("unexpected output: %s", out.stdout)
			}
			line := strings.TrimSuffix(out.stderr, "\n")
			if strings.Contains(line, "\n") || !strings.HasPrefix(line, "lockvet: ") || !strings.Contains(line, tt.says) {
				t.Errorf("says %q, want one line with %q", out.stderr, tt.says)
			}
		})
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	dir := moduleDir(t, "single")
	for _, tt := range []struct {
		args []string
		says []string
	}{
		{[]string{"help"}, []string{"lockorder", "trylockorder", "-f format", "-trylockorder.spin", "exit status"}},
		{[]string{"-h"}, []string{"lockorder", "-f format"}},
		{[]string{"help", "trylockorder"}, []string{"trylockorder", "-trylockorder.spin"}},
		{[]string{"-version"}, []string{"lockvet", "go1"}},
	} {
		out := command(t, dir, tool, tt.args...)
		if out.status != exitClean || out.stderr != "" {
			t.Errorf("%v: status %d\n%s", tt.args, out.status, out.stderr)
		}
		for _, s := range tt.says {
			if !strings.Contains(out.stdout, s) {
				t.Errorf("%v: output lacks %q:\n%s", tt.args, s, out.stdout)
			}
		}
	}
}

// TestBroken checks that a package that does not type-check is an error of its
// own and keeps no finding of another package back.
func TestBroken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := map[string]string{
		"go.mod":           "module example.com/broken\n\ngo 1.26\n",
		"bad/bad.go":       "package bad\n\nfunc f() { undefined(); undefined() }\n",
		"user/user.go":     "package user\n\nimport _ \"example.com/broken/bad\"\n",
		"good/good.go":     "package good\n\nimport \"sync\"\n\nvar a, b sync.Mutex\n\nfunc f() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }\nfunc g() { b.Lock(); a.Lock(); a.Unlock(); b.Unlock() }\n",
		"absent/absent.go": "//go:build never\n\npackage absent\n",
	}
	writeFiles(t, dir, files)
	out := command(t, dir, tool, "./...")
	if out.status != exitFindings || out.stderr != "" {
		t.Errorf("status %d, want %d: %s", out.status, exitFindings, out.stderr)
	}
	if bad := filepath.Join("bad", "bad.go") + ":3:12: undefined: undefined (compile)\n"; !strings.Contains(out.stdout, bad) {
		t.Errorf("prints %q, want %q", out.stdout, bad)
	}
	if good := filepath.Join("good", "good.go"); !strings.Contains(out.stdout, good+":8:") {
		t.Errorf("finding of the sound package is missing:\n%s", out.stdout)
	}
}

// TestDirAndTags checks -C, which also shortens the printed names, -tags and
// -tests.
func TestDirAndTags(t *testing.T) {
	t.Parallel()
	const source = `//go:build extra

package tagged

import "sync"

var a, b sync.Mutex

func f() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }
func g() { b.Lock(); a.Lock(); a.Unlock(); b.Unlock() }
`
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{
		"mod/go.mod":         "module example.com/tagged\n\ngo 1.26\n",
		"mod/doc.go":         "package tagged\n",
		"mod/tagged.go":      source,
		"mod/in/doc.go":      "package tagged\n",
		"mod/in/any_test.go": strings.Replace(source, "//go:build extra", "", 1),
	})
	for _, tt := range []struct {
		args   []string
		status int
		prefix string
	}{
		{[]string{"-C", "mod", "-tags=extra", "."}, exitFindings, "tagged.go:10:"},
		{[]string{"-C", "mod", "."}, exitClean, ""},
		{[]string{"-C", "mod", "./in"}, exitFindings, filepath.Join("in", "any_test.go") + ":10:"},
		{[]string{"-C", "mod", "-tests=false", "./in"}, exitClean, ""},
	} {
		out := command(t, dir, tool, tt.args...)
		if out.status != tt.status || !strings.HasPrefix(out.stdout, tt.prefix) || out.stderr != "" {
			t.Errorf("%v: got %+v, want status %d and a finding at %q", tt.args, out, tt.status, tt.prefix)
		}
	}
}

func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// allOff are the flags that turn off every analyzer.
func allOff() []string {
	var flags []string
	for _, a := range passes.Analyzers {
		flags = append(flags, "-"+a.Name+"=false")
	}
	return flags
}
