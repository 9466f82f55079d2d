package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lockvet/lockvet/lockgraph"
)

func readJSON(t *testing.T, text string) *lockgraph.Graph {
	t.Helper()
	g, err := lockgraph.ReadJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return g
}

// TestGraph prints the graph of the demonstration in each form.
func TestGraph(t *testing.T) {
	t.Parallel()
	dir := moduleDir(t, "demo")
	for format, want := range map[string][]string{
		"text": {"5 classes, 8 edges", "\n2 cycles\n", "deadlock", "trylock inversion"},
		"dot":  {"digraph lockorder {", "example.com/demo/ledger.Book.mu", "color=red"},
		"json": {`"tool":"lockvet"`, `"from":"example.com/demo/ledger.Book.mu"`},
	} {
		out := command(t, dir, tool, "graph", "-f", format)
		if out.status != exitClean || out.stderr != "" {
			t.Errorf("-f %s: status %d\n%s", format, out.status, out.stderr)
		}
		for _, s := range want {
			if !strings.Contains(out.stdout, s) {
				t.Errorf("-f %s lacks %q:\n%s", format, s, out.stdout)
			}
		}
		if format == "json" {
			if again := command(t, dir, tool, "graph", "-f", format); again != out {
				t.Error("two runs differ")
			}
		}
	}
	some := command(t, dir, tool, "graph", "-f", "json", "./journal")
	for _, e := range readJSON(t, some.stdout).Edges() {
		if e.Site.Pkg != "example.com/demo/journal" {
			t.Errorf("./journal: an edge of %s", e.Site.Pkg)
		}
	}
}

// TestGraphDeps: without -deps there is of other packages only what closes a
// circle.
func TestGraphDeps(t *testing.T) {
	t.Parallel()
	dir := moduleDir(t, "demo")
	own := readJSON(t, command(t, dir, tool, "graph", "-f", "json", "./settle").stdout)
	all := readJSON(t, command(t, dir, tool, "graph", "-f", "json", "-deps", "./settle").stdout)
	if len(own.Edges()) >= len(all.Edges()) {
		t.Errorf("%d edges, with -deps %d", len(own.Edges()), len(all.Edges()))
	}
}

// TestGraphSince: an order that a change adds is shown, what was there before is
// not, and a shift of lines adds nothing.
func TestGraphSince(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const before = `package p

import "sync"

var a, b, c, d sync.Mutex

func f() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }
func g() { b.Lock(); a.Lock(); a.Unlock(); b.Unlock() }
`
	write := func(source string) {
		writeFiles(t, dir, map[string]string{"go.mod": "module example.com/p\n\ngo 1.26\n", "p.go": source})
	}
	write(before)
	known := command(t, dir, tool, "graph", "-f", "json")
	writeFiles(t, dir, map[string]string{"known.json": known.stdout})
	shifted := strings.Replace(before, "var", "\n\n// Shifted.\nvar", 1)
	harmless := shifted + "func h() { b.Lock(); c.Lock(); c.Unlock(); b.Unlock() }\n"
	for _, tt := range []struct {
		name, source string
		fail         string
		status       int
		edges        int
		says         string
	}{
		{"nothing new", shifted, "circles", exitClean, 0, "0 cycles"},
		{"nothing new", shifted, "orders", exitClean, 0, "0 cycles"},
		{"a new order", harmless, "circles", exitClean, 1, "-> example.com/p.c"},
		{"a new order", harmless, "orders", exitFindings, 1, "-> example.com/p.c"},
		{"a new circle", harmless + "func i() { c.Lock(); a.Lock(); a.Unlock(); c.Unlock() }\n", "circles", exitFindings, 2, "1 cycle\n"},
		{"a new circle", harmless + "func i() { c.Lock(); a.Lock(); a.Unlock(); c.Unlock() }\n", "none", exitClean, 2, "1 cycle\n"},
		{"a declaration that is not kept to", shifted + "\n//lockvet:order a < b\n", "circles", exitFindings, 0, "order violation"},
	} {
		write(tt.source)
		out := command(t, dir, tool, "graph", "-since", "known.json", "-fail", tt.fail)
		if out.status != tt.status || out.stderr != "" || !strings.Contains(out.stdout, tt.says) {
			t.Errorf("%s, -fail %s: status %d, want %d and %q\n%s%s", tt.name, tt.fail, out.status, tt.status, tt.says, out.stdout, out.stderr)
		}
		if first, _, _ := strings.Cut(out.stdout, "\n"); !strings.Contains(first, fmt.Sprintf(", %d edge", tt.edges)) {
			t.Errorf("%s: says %q, want %d edges", tt.name, first, tt.edges)
		}
	}
}

// TestGraphSinceHTML: the page of what is new shows a circle that has old orders.
func TestGraphSinceHTML(t *testing.T) {
	t.Parallel()
	dir := opposedModule(t, nil)
	writeFiles(t, dir, map[string]string{"known.json": `{"tool":"lockvet","version":1,"classes":[],"edges":[
{"from":"example.com/opposed.a","to":"example.com/opposed.b","held":{"pkg":"p","file":"f.go","line":1},"site":{"pkg":"p","file":"f.go","line":2}}],"orders":[]}`})
	page := filepath.Join(dir, "page.html")
	out := command(t, dir, tool, "graph", "-since", "known.json", "-html", page)
	text, err := os.ReadFile(page)
	if out.status != exitFindings || out.stderr != "" || err != nil || !strings.Contains(string(text), "example.com/opposed.b") {
		t.Errorf("status %d, %v\n%s%s", out.status, err, out.stdout, out.stderr)
	}
}

// TestGraphObserved adds what was seen at run time to what is read.
func TestGraphObserved(t *testing.T) {
	t.Parallel()
	dir := moduleDir(t, "twotests")
	observed := t.TempDir()
	test := command(t, dir, tool, "test", "-graph", filepath.Join(observed, "graph.json"), "-race=false", "./...")
	if test.status == exitUsage {
		t.Fatal(test.stderr)
	}
	out := command(t, dir, tool, "graph", "-f", "json", "-observed", observed)
	if file := command(t, dir, tool, "graph", "-f", "json", "-observed", filepath.Join(observed, "graph.json")); file != out {
		t.Errorf("a file and its directory differ:\n%s", file.stderr)
	}
	if out.status != exitClean || out.stderr != "" {
		t.Fatalf("status %d\n%s", out.status, out.stderr)
	}
	byOrigin := make(map[lockgraph.Origin]int)
	for _, e := range readJSON(t, out.stdout).Edges() {
		byOrigin[e.Origin]++
	}
	// The one that is read is observed as well. Of the others one leads through an
	// interface, and one lies in package testing.
	if byOrigin[lockgraph.Static|lockgraph.Runtime] != 1 || byOrigin[lockgraph.Runtime] != 2 || len(byOrigin) != 2 {
		t.Errorf("edges by origin: %v", byOrigin)
	}
}

// TestReplaceFile keeps links, permissions and devices as they are.
func TestReplaceFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	write := func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }
	if err := replaceFile(link, write); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(target)
	if err != nil || string(text) != "new" {
		t.Errorf("behind the link: %q, %v", text, err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link: %v, %v", info, err)
	}
	if info, err := os.Stat(target); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("permissions: %v, %v", info, err)
	}
	if err := replaceFile(target, func(io.Writer) error { return io.ErrUnexpectedEOF }); err != io.ErrUnexpectedEOF {
		t.Errorf("an error of the writer: %v", err)
	}
	if names, _ := filepath.Glob(filepath.Join(dir, "*")); len(names) != 2 {
		t.Errorf("left behind: %v", names)
	}
	pipe := filepath.Join(dir, "pipe")
	if err := exec.Command("mkfifo", pipe).Run(); err != nil {
		t.Skip("no mkfifo: ", err)
	}
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile(pipe)
		read <- string(text)
	}()
	if err := replaceFile(pipe, write); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Fatalf("the pipe has become something else: %v", err) // and its reader waits
	}
	if text := <-read; text != "new" {
		t.Errorf("through a pipe: %q", text)
	}
}

// TestGraphHTML writes the page, with source, and replaces the one before.
func TestGraphHTML(t *testing.T) {
	t.Parallel()
	page := filepath.Join(t.TempDir(), "page.html")
	for range 2 {
		out := command(t, moduleDir(t, "demo"), tool, "graph", "-html", page)
		if out != (output{}) {
			t.Fatalf("status %d\n%s%s", out.status, out.stdout, out.stderr)
		}
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"<!doctype html>", "example.com/demo/ledger.Book.mu", "if !p.mu.TryLock() {", "settle/settle.go", "trylock inversion"} {
		if !strings.Contains(string(text), s) {
			t.Errorf("the page lacks %q", s)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(page), ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
