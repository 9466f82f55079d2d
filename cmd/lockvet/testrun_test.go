package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// plainDir has a module whose tests do nothing remarkable with locks.
const plainDir = "testdata/twopkgs"

// testCommand prepares lockvet test in the module in dir. Its cache and its
// temporary files are in directories of the test.
func testCommand(t *testing.T, dir string, env []string, args ...string) (cmd *exec.Cmd, tmp string) {
	t.Helper()
	gocache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	tmp = t.TempDir()
	cmd = exec.Command(tool, append([]string{"test"}, args...)...)
	cmd.Dir = filepath.FromSlash(dir)
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOPROXY=off", "LOCKDEP=", "LOCKDEP_GRAPH=",
		"GOCACHE="+strings.TrimSpace(string(gocache)), "XDG_CACHE_HOME="+t.TempDir(), "TMPDIR="+tmp, "TMP="+tmp,
		"GORACE=atexit_sleep_ms=0")
	cmd.Env = append(cmd.Env, env...)
	return cmd, tmp
}

// lockvetTest runs lockvet test in the module in dir, and checks that it removes
// its temporary files.
func lockvetTest(t *testing.T, dir string, env []string, args ...string) output {
	t.Helper()
	cmd, tmp := testCommand(t, dir, env, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
		t.Errorf("%v: %d temporary files are left, %v", args, len(left), err)
	}
	return output{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// raceDetector reports whether there is one here.
func raceDetector(t *testing.T) bool {
	return command(t, plainDir, "go", "list", "-race", "unsafe").status == 0
}

// TestTestQuiet has nothing to report. All is as with go test, with the race
// detector, the tags of the user, coverage, and arguments for the test.
func TestTestQuiet(t *testing.T) {
	t.Parallel()
	if !raceDetector(t) {
		t.Skip("lockvet test says that there is no race detector")
	}
	out := lockvetTest(t, plainDir, []string{"GOFLAGS=-tags=one,two"},
		"-v", "./left", "./right", "-coverpkg=./...", "-args", "for-the-test", "-race=odd")
	if out.status != 0 || out.stderr != "" {
		t.Errorf("status %d, says %q", out.status, out.stderr)
	}
	for _, says := range []string{
		"--- PASS: TestWithRaceDetector", "--- PASS: TestWithTags", "--- PASS: TestRight", "arguments: [for-the-test -race=odd]",
		"ok  \texample.com/twopkgs/left", "ok  \texample.com/twopkgs/right", "coverage: ",
	} {
		if !strings.Contains(out.stdout, says) {
			t.Errorf("does not say %q:\n%s", says, out.stdout)
		}
	}
}

// TestTwoTests runs two tests that pass, also with the race detector, and lock in
// opposite orders.
func TestTwoTests(t *testing.T) {
	t.Parallel()
	dir := moduleDir(t, "twotests")
	args := []string{"test", "-count=1", "-race", "./..."}
	if !raceDetector(t) {
		args = slices.Delete(args, 2, 3)
	}
	if out := command(t, dir, "go", args...); out.status != 0 {
		t.Errorf("go test: status %d\n%s", out.status, out.stdout)
	}

	out := lockvetTest(t, dir, nil, "./...")
	_, text, _ := strings.Cut(out.stderr, reportMark)
	rest := text
	for _, says := range []string{
		"locks are taken in a circular order, a deadlock: ",
		" example.com/twotests/feed.Hub.mu -> ",
		"  example.com/twotests/feed.Hub.mu is locked by goroutine ", " (TestFollow) at\n",
		place(t, dir, "feed/feed.go", "Subscribe(topic string", 1),
		place(t, dir, "feed/feed.go", "Follow(topic string", 3),
		"  while it holds example.com/twotests/feed.Cache.mu, read-locked at\n",
		place(t, dir, "feed/feed.go", "Follow(topic string", 1),
		"  example.com/twotests/feed.Cache.mu is locked by goroutine ", " (TestPublish) at\n",
		place(t, dir, "feed/feed.go", "forget(key string", 1),
		"  while it holds example.com/twotests/feed.Hub.mu, locked at\n",
		place(t, dir, "feed/feed.go", "Publish(topic string", 1),
		"  in the tests of example.com/twotests/feed\n\nlockvet: 1 report about locks\n",
	} {
		_, after, ok := strings.Cut(rest, says)
		if !ok {
			t.Fatalf("after a while, lockvet does not say %q:\n%s", says, text)
		}
		rest = after
	}
	if out.status != 1 || rest != "" || strings.Count(out.stderr, reportMark) != 1 {
		t.Errorf("status %d, at the end %q\n%s", out.status, rest, out.stderr)
	}

	if out := lockvetTest(t, dir, []string{"LOCKDEP=off"}, "-race=false", "./..."); out.status != 0 || out.stderr != "" || !strings.HasPrefix(out.stdout, "ok  \t") {
		t.Errorf("turned off: %+v", out)
	}
}

// place returns where a file has its first line with the text, and some lines
// more, as a report names it.
func place(t *testing.T, dir, file, text string, more int) string {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(file))
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, _, ok := strings.Cut(string(data), text)
	if !ok {
		t.Fatalf("%s has no %q", file, text)
	}
	return fmt.Sprintf("%s:%d\n", filepath.ToSlash(path), strings.Count(before, "\n")+1+more)
}

// TestTestKept keeps what test processes leave, in a directory where something
// is already, among it the other half of a cycle.
func TestTestKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{
		"example.com%2Fold.1.txt":  "LOCKDEP: an old report\n",
		"example.com%2Fold.1.json": `{"tool":"lockvet","version":1,"edges":[{"from":"example.com/locks/depot.Door.mu","to":"example.com/locks/depot.Key.mu","origin":"runtime"}]}`,
		"cut.2.json":               `{"tool":"lockvet","version":1,"edges":[{"fr`,
		"note":                     "mine",
	})
	env := []string{"LOCKDEP_GRAPH=" + dir}
	out := lockvetTest(t, locksDir, env, "-race=false", "-run=TestOtherHalf", "./right")
	if out.status != 1 || !strings.Contains(out.stderr, "in the tests of example.com/old\n") ||
		!strings.HasSuffix(out.stderr, "\n  no test process did all of this, but together they did\n\nlockvet: 1 report about locks\n") {
		t.Errorf("status %d, says\n%s", out.status, out.stderr)
	}
	if strings.Contains(out.stderr, "an old report") {
		t.Error("an old report is made again")
	}
	damaged, _, _ := strings.Cut(out.stderr, "\n")
	if !strings.HasPrefix(damaged, "lockvet: ") || !strings.Contains(damaged, "cut.2.json: lockgraph: unexpected end") {
		t.Errorf("says %q of a damaged file", damaged)
	}
	files, err := filepath.Glob(filepath.Join(dir, "example.com%2Flocks%2Fright.*.json"))
	if err != nil || len(files) != 1 {
		t.Errorf("%d files are kept, %v", len(files), err)
	}

	// One order is known to be safe by now, and one of what this run sees. There
	// is no third.
	out = lockvetTest(t, locksDir, env, "-race=false", "./right",
		"-accept", "example.com/locks/depot.Door.mu -> example.com/locks/depot.Key.mu",
		"-accept=example.com/locks/depot.Stock->example.com/locks/depot.Orders",
		"-accept", "example.com/locks/depot.Stock -> example.com/locks/depot.Order")
	const note = "lockvet: -accept: no lock in these packages is called example.com/locks/depot.Order\n"
	if out.status != 0 || out.stderr != note+damaged+"\n" {
		t.Errorf("status %d, says\n%s", out.status, out.stderr)
	}
}

// TestTestFails has go test fail, and lockvet test fail as it does.
func TestTestFails(t *testing.T) {
	t.Parallel()
	graph := filepath.Join(t.TempDir(), "graph.json")
	out := lockvetTest(t, plainDir, []string{"TWOPKGS_FAIL=1"}, "-race=false", "-mode=warn", "-graph", graph, "./left")
	if out.status != 1 || !strings.Contains(out.stdout, "--- FAIL: TestFail") || out.stderr != "" {
		t.Errorf("%+v", out)
	}
	if err := os.Remove(graph); err != nil {
		t.Error(err)
	}
	out = lockvetTest(t, plainDir, nil, "-race=false", "-graph", graph, "./nosuch")
	if out.status != 1 || !strings.Contains(out.stderr, "nosuch") || !strings.HasSuffix(out.stderr, "lockvet: no test has run, so there are no orders for "+graph+"\n") {
		t.Errorf("%+v", out)
	}
	if _, err := os.Stat(graph); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a graph of nothing: %v", err)
	}
	if out = lockvetTest(t, plainDir, nil, "-race=false", "-parallel=x", "unsafe"); out.status != 2 {
		t.Errorf("go test refuses its flags, status %d", out.status)
	}
}

// TestTestUsage gives lockvet test bad input. Each gets one line.
func TestTestUsage(t *testing.T) {
	t.Parallel()
	old := t.TempDir()
	writeFiles(t, old, map[string]string{"VERSION": "go1.24.3\ntime 2025-05-06T00:00:00Z\n"})
	for _, tt := range []struct {
		env    string
		args   []string
		status int
		says   string
	}{
		{"", []string{"-mode=off"}, 2, `-mode is warn or fail, not "off"`},
		{"", []string{"-mode"}, 2, "flag -mode needs a value"},
		{"", []string{"-graph="}, 2, "flag -graph needs a value"},
		{"", []string{"-accept", "a.T.mu"}, 2, `-accept is one order of two locks as a report names them, such as 'a.T.mu -> b.mu', not "a.T.mu"`},
		{"", []string{"-accept=a -> b -> a"}, 2, `not "a -> b -> a"`},
		{"", []string{"-accept", "-> b"}, 2, `not "-> b"`},
		{"", []string{"-accept="}, 2, `not ""`},
		{"", []string{"-graph", "no/such/file"}, 2, "-graph: stat"},
		{"", []string{"-race=maybe"}, 2, `-race is true or false, not "maybe"`},
		{"", []string{"-print-overlay=x"}, 2, "-print-overlay is true or false"},
		{"", []string{"./left", "-overlay=x.json"}, 2, "-overlay cannot be used"},
		{"", []string{"-overlay="}, 2, "-overlay cannot be used"},
		{"", []string{"-coverpkg=./...,sync", "./left"}, 2, "-coverpkg sync cannot be measured"},
		{"", []string{"-cover", "std"}, 2, "the coverage of std cannot be measured"},
		{"", []string{"---v"}, 2, "bad flag syntax: ---v"},
		{"", []string{"-run"}, 2, "flag -run needs a value"},
		{"GOFLAGS=-overlay=x.json", nil, 2, "GOFLAGS has -overlay"},
		{"GOFLAGS=-coverpkg=all", []string{"-cover"}, 2, "-coverpkg all"},
		{"LOCKDEP=on", nil, 2, `LOCKDEP is "on", want warn, fail or off`},
		{"", []string{"-C", "nosuch"}, 1, "-C: chdir nosuch"},
		{"GOTOOLCHAIN=nonsense", nil, 1, "nonsense"},
		{"GOROOT=" + old, nil, 1, "lockvet test supports Go 1.25 and 1.26; this is go1.24.3 in " + old},
	} {
		out := lockvetTest(t, plainDir, []string{tt.env}, tt.args...)
		line := strings.TrimSuffix(out.stderr, "\n")
		if out.status != tt.status || out.stdout != "" || strings.Contains(line, "\n") ||
			!strings.HasPrefix(line, "lockvet: ") || !strings.Contains(line, tt.says) {
			t.Errorf("%s %v: status %d, want %d, says %q, want one line with %q", tt.env, tt.args, out.status, tt.status, out.stderr, tt.says)
		}
	}
}

// TestTestPoor only warns, where there is no place to keep the overlay and no cgo,
// so no race detector unless the system can do without.
func TestTestPoor(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	writeFiles(t, filepath.Dir(file), map[string]string{"file": ""})
	env := []string{"XDG_CACHE_HOME=" + file, "CGO_ENABLED=0", "LOCKDEP=fail"} // a cache is found by the first on most systems
	out := lockvetTest(t, moduleDir(t, "twotests"), env, "-mode", "warn", "./...")
	const note = "lockvet: running without the race detector: -race requires cgo; enable cgo by setting CGO_ENABLED=1\n"
	says, _ := strings.CutPrefix(out.stderr, note)
	if out.status != 0 || !strings.HasPrefix(out.stdout, "ok  \t") || !strings.HasPrefix(says, reportMark) ||
		!strings.HasSuffix(says, "\n\nlockvet: 1 report about locks\n") {
		t.Errorf("%+v", out)
	}
	if runtime.GOOS != "linux" {
		return
	}
	if says == out.stderr {
		t.Errorf("does not say %q", note)
	}
	out = lockvetTest(t, plainDir, env, "-print-overlay", "-race=false", "unsafe")
	if out.status != 1 || out.stdout != "" || strings.Count(out.stderr, "\n") != 1 || !strings.Contains(out.stderr, file) {
		t.Errorf("%+v", out)
	}
}

// TestPrintOverlay runs go test with the overlay by hand. The reports are whole
// then.
func TestPrintOverlay(t *testing.T) {
	t.Parallel()
	cmd, _ := testCommand(t, locksDir, nil, "-print-overlay", "-race=false", "-C", "right")
	path, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	name, ok := strings.CutSuffix(string(path), "\n")
	if !ok || !filepath.IsAbs(name) || strings.Contains(name, "\n") {
		t.Fatalf("prints %q", path)
	}
	goTest, _ := testCommand(t, locksDir, nil)
	goTest.Path, goTest.Args = goCommand(t), []string{"go", "test", "-overlay=" + name, "-count=1", "./right"}
	out, err := goTest.CombinedOutput()
	if err == nil || !bytes.Contains(out, []byte("LOCKDEP: "+kinds["deadlock"])) || !bytes.Contains(out, []byte("(TestOrdersThenStock) at\n    example.com/locks/depot.")) {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestTestOlder uses a toolchain that the go command has downloaded, if there is
// one.
func TestTestOlder(t *testing.T) {
	t.Parallel()
	const older = "GOTOOLCHAIN=go1.25.0"
	cmd, _ := testCommand(t, locksDir, []string{older})
	cmd.Path, cmd.Args = goCommand(t), []string{"go", "version"}
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("no toolchain go1.25.0: %s", msg)
	}
	out := lockvetTest(t, locksDir, []string{older}, "-race=false", "./left", "./right")
	want := expectedReports(t)
	maps.DeleteFunc(want, func(title, packages string) bool { return !strings.HasPrefix(packages, "left") })
	if got := printedReports(t, out.stderr); out.status != 1 || !maps.Equal(got, want) {
		t.Errorf("status %d, reports %q, want %q", out.status, got, want)
	}
}

func goCommand(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestTestHelp asks for help in each way there is.
func TestTestHelp(t *testing.T) {
	for _, args := range [][]string{{"help", "test"}, {"test", "-h"}, {"test", "./left", "--help"}} {
		out := command(t, plainDir, tool, args...)
		if out != (output{testHelp, "", 0}) {
			t.Errorf("%v: %+v", args, out)
		}
	}
	if out := command(t, ".", tool, "help"); !strings.Contains(out.stdout, "lockvet test [flags]") {
		t.Error("lockvet help says nothing of lockvet test")
	}
}
