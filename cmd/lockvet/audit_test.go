package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// auditDir is a module whose trylocks say in comments how they are to be judged.
var auditDir = filepath.Join("testdata", "audit")

var (
	auditWant = regexp.MustCompile(`// (safe|unsafe|unknown): (.*)$`)
	auditLine = regexp.MustCompile(`^(\S+): \w+ of \S+: (safe|unsafe|unknown)$`)
)

// TestAudit compares the audit with the comments.
func TestAudit(t *testing.T) {
	t.Parallel()
	out := command(t, auditDir, tool, "audit")
	if out.status != exitFindings || out.stderr != "" {
		t.Fatalf("status %d\n%s", out.status, out.stderr)
	}
	got := make(map[string]string) // by place: the verdict and all lines of it
	at := ""
	for line := range strings.Lines(out.stdout) {
		line = strings.TrimSuffix(line, "\n")
		if m := auditLine.FindStringSubmatch(line); m != nil {
			at = filepath.ToSlash(m[1])
			got[at] = m[2]
			continue
		}
		got[at] += line
	}
	want := auditWants(t)
	for at, w := range want {
		if g := got[at]; !strings.HasPrefix(g, w[0]) || !strings.Contains(g, w[1]) {
			t.Errorf("%s: got %q, want %s with %q", at, g, w[0], w[1])
		}
		delete(got, at)
	}
	for at, g := range got {
		t.Errorf("%s: unexpected %q", at, g)
	}
	if !strings.HasSuffix(out.stdout, "\n21 trylocks: 11 safe to spin, 6 unsafe, 4 unknown\n") {
		t.Errorf("the last line is wrong:\n%s", out.stdout)
	}
}

// auditWants reads the comments: by place, a verdict and what is said of it.
func auditWants(t *testing.T) map[string][2]string {
	t.Helper()
	want := make(map[string][2]string)
	for _, name := range []string{"store/store.go", "hooks/hooks.go"} {
		f, err := os.Open(filepath.Join(auditDir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		n := 0
		for lines := bufio.NewScanner(f); lines.Scan(); {
			n++
			if m := auditWant.FindStringSubmatch(lines.Text()); m != nil {
				want[fmt.Sprintf("%s:%d", name, n)] = [2]string{m[1], m[2]}
			}
		}
	}
	return want
}

// TestAuditJSON finds the same in the other form.
func TestAuditJSON(t *testing.T) {
	t.Parallel()
	out := command(t, auditDir, tool, "audit", "-json", "-fail", "none")
	if out.status != exitClean || out.stderr != "" {
		t.Fatalf("status %d\n%s", out.status, out.stderr)
	}
	var got struct {
		Tool     string
		Version  int
		Trylocks []struct {
			At, Method, Class, Verdict, Reason string
			Cycle                              *struct{ Steps []struct{ From, To string } }
			Call                               *struct {
				Name string
				May  string `json:"may_be"`
			}
		}
	}
	if err := json.Unmarshal([]byte(out.stdout), &got); err != nil {
		t.Fatal(err)
	}
	if got.Tool != "lockvet" || got.Version != 1 {
		t.Errorf("tool %q, version %d", got.Tool, got.Version)
	}
	want := auditWants(t)
	for _, l := range got.Trylocks {
		at := filepath.ToSlash(l.At)
		if want[at][0] != l.Verdict {
			t.Errorf("%s: %s, want %s", at, l.Verdict, want[at][0])
		}
		explained := l.Reason != ""
		switch l.Verdict {
		case "unsafe":
			explained = l.Cycle != nil && len(l.Cycle.Steps) > 1
		case "unknown":
			explained = explained || l.Call != nil && l.Call.Name != "" && l.Call.May != ""
		}
		if !explained || !strings.HasPrefix(l.Class, "example.com/audit/") && l.Class != "sync.Mutex" {
			t.Errorf("%s: not explained: %+v", at, l)
		}
		delete(want, at)
	}
	if len(want) > 0 {
		t.Errorf("not in the list: %v", want)
	}
}

// TestAuditStatus chooses what makes the status 1.
func TestAuditStatus(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{
		"go.mod": "module example.com/tried\n\ngo 1.26\n",
		"none.go": `package tried

import "sync"

var a, b sync.Mutex

func f() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }
`,
		"against/against.go": `package against

import "sync"

var a, b sync.Mutex

func f() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }

func g() {
	b.Lock()
	defer b.Unlock()
	if a.TryLock() {
		a.Unlock()
	}
}
`,
	})
	for _, tt := range []struct {
		args   []string
		status int
	}{
		{[]string{"."}, exitClean},
		{[]string{"./..."}, exitFindings},
		{nil, exitFindings},
		{[]string{"-fail", "waiting"}, exitClean},
		{[]string{"-fail", "unknown"}, exitFindings},
		{[]string{"-fail", "none"}, exitClean},
	} {
		out := command(t, dir, tool, append([]string{"audit"}, tt.args...)...)
		if out.status != tt.status || out.stderr != "" {
			t.Errorf("%v: status %d, want %d\n%s%s", tt.args, out.status, tt.status, out.stdout, out.stderr)
		}
	}
}

// TestWhy asks for orders of all kinds, and for those that there are not.
func TestWhy(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		dir           string
		before, after string
		status        int
		says          []string
	}{
		{auditDir, "Table.mu", "Page.mu", exitClean, []string{
			"store.Table.mu is taken before store.Page.mu:",
			"store.Page.mu locked at store/store.go:28 while store.Table.mu is held since store/store.go:25",
			"The other way round, store.Page.mu comes before store.Table.mu:",
			"Together they are a circle (trylock inversion): store.Page.mu -> store.Table.mu -> store.Page.mu.",
		}},
		{auditDir, "store.Page.mu", "example.com/audit/store.Table.mu", exitClean, []string{
			"store.Table.mu tried at", "not shared with other goroutines yet", "lint:ignore directive accepts it",
		}},
		{auditDir, "index", "Shard.mu", exitClean, []string{"No circle counts"}},
		{auditDir, "second", "first", exitClean, []string{"store.first before store.second is declared at store/store.go:181"}},
		{auditDir, "Log.mu", "File.mu", exitFindings, []string{
			"hooks.Log.mu is not known to be taken before hooks.File.mu.", "A call that could not be resolved", "io.Writer.Write", "hooks.File.Write",
			"The other way round, hooks.File.mu comes before hooks.Log.mu:",
		}},
		{auditDir, "Gong.mu", "Table.mu", exitFindings, []string{"No call with hooks.Gong.mu held leads to where store.Table.mu is taken."}},
		{moduleDir(t, "demo"), "Book.mu", "Office.mu", exitClean, []string{
			"comes before it through other locks:", "ledger.Account.Mutex locked at ledger/ledger.go:61", "settle.Office.mu locked at settle/settle.go:38",
		}},
	} {
		out := command(t, tt.dir, tool, "why", tt.before, tt.after)
		if out.status != tt.status || out.stderr != "" {
			t.Errorf("%s %s: status %d, want %d\n%s", tt.before, tt.after, out.status, tt.status, out.stderr)
		}
		for _, s := range tt.says {
			if !strings.Contains(filepath.ToSlash(out.stdout), s) {
				t.Errorf("%s %s: the answer lacks %q:\n%s", tt.before, tt.after, s, out.stdout)
			}
		}
	}
}

// TestProgramUsage gives the subcommands bad input.
func TestProgramUsage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.26\n", "m.go": "package m\n\nimport \"sync\"\n\nvar A, B struct{ mu sync.Mutex }\n\nfunc f() { A.mu.Lock(); B.mu.Lock() }\n",
		"broken/broken.go": "package broken\n\nvar x int = \"\"\n", "none.json": "{}",
	})
	for _, tt := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"audit", "-fail", "all", "."}, exitUsage, "unsafe, waiting, unknown, none"},
		{[]string{"audit", "-bogus"}, exitUsage, "lockvet help audit"},
		{[]string{"audit", ".", "-json"}, exitUsage, "must come before"},
		{[]string{"audit", "./nosuch"}, exitUsage, "nosuch"},
		{[]string{"audit", "-tags", "'a"}, exitUsage, "-tags"},
		{[]string{"audit", "-C", "nosuch"}, exitUsage, "nosuch"},
		{[]string{"audit", "./broken"}, exitFailed, "broken.go:3"},
		{[]string{"audit", "-lockorder.locks", "x", "."}, exitUsage, "-lockorder.locks"},
		{[]string{"why"}, exitUsage, "two locks"},
		{[]string{"why", "a"}, exitUsage, "two locks"},
		{[]string{"why", "nosuch", "B.mu", "."}, exitUsage, `no lock is called "nosuch"`},
		{[]string{"why", "mu", "B.mu", "."}, exitUsage, "example.com/m.A.mu or example.com/m.B.mu"},
		{[]string{"graph", "-f", "xml", "."}, exitUsage, "text, dot, json"},
		{[]string{"graph", "-fail", "some", "-since", "none.json"}, exitUsage, "circles, orders, none"},
		{[]string{"graph", "-fail", "orders"}, exitUsage, "give both"},
		{[]string{"graph", "-since", "nosuch.json"}, exitUsage, "nosuch.json"},
		{[]string{"graph", "-since", "none.json"}, exitUsage, "none.json"},
		{[]string{"graph", "-observed", "nosuch"}, exitUsage, "nosuch"},
		{[]string{"graph", "-observed", "broken"}, exitUsage, "no file in broken"},
		{[]string{"graph", "-html", filepath.Join("nosuch", "page.html"), "."}, exitFailed, "nosuch"},
		{[]string{"graph", "-html", "broken", "."}, exitFailed, "broken is a directory"},
		{[]string{"graph", "-html", "page.html", "-f", "dot", "."}, exitUsage, "give one of them"},
		{[]string{"graph", "example.com/nosuch/..."}, exitUsage, "matched no packages"},
	} {
		out := command(t, dir, tool, tt.args...)
		line := strings.TrimSuffix(out.stderr, "\n")
		if out.status != tt.status || out.stdout != "" || strings.Contains(line, "\n") || !strings.HasPrefix(line, "lockvet: ") || !strings.Contains(line, tt.says) {
			t.Errorf("%v: status %d, says %q, want %d and one line with %q\n%s", tt.args, out.status, out.stderr, tt.status, tt.says, out.stdout)
		}
	}
	for _, name := range []string{"graph", "audit", "why"} {
		for _, args := range [][]string{{"help", name}, {name, "-h"}} {
			out := command(t, dir, tool, args...)
			if out.status != exitClean || out.stderr != "" || !strings.HasPrefix(out.stdout, "lockvet "+name) || !strings.Contains(out.stdout, "-tags") {
				t.Errorf("%v: status %d\n%s%s", args, out.status, out.stdout, out.stderr)
			}
		}
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*")); slices.ContainsFunc(files, func(f string) bool { return strings.Contains(f, "html") }) {
		t.Errorf("something is left behind: %v", files)
	}
}
