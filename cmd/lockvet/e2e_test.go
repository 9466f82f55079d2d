package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// tool is the lockvet binary under test. twin is another build of the same
// source: the go command keeps vet results per binary, so asking twin is how
// to make it analyse a package a second time.
var tool, twin string

// lintCache is where the tool keeps what it has found, run by itself.
var lintCache string

func TestMain(m *testing.M) {
	os.Exit(withTools(m.Run))
}

// withTools builds the binaries, calls f and removes them.
func withTools(f func() int) int {
	dir, err := os.MkdirTemp("", "lockvet-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	suffix := ""
	if runtime.GOOS == "windows" {
		suffix = ".exe"
	}
	lintCache = filepath.Join(dir, "cache")
	tool = filepath.Join(dir, "lockvet"+suffix)
	twin = filepath.Join(dir, "twin", "lockvet"+suffix)
	for out, flag := range map[string]string{tool: "-ldflags=", twin: "-ldflags=-s"} {
		if msg, err := exec.Command("go", "build", flag, "-o", out, ".").CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "building lockvet: %v\n%s", err, msg)
			return 1
		}
	}
	return f()
}

// output is what a command left behind.
type output struct {
	stdout, stderr string
	status         int
}

// command runs a program in dir, without the network and without the settings
// of the machine's go.work and GOFLAGS.
func command(t testing.TB, dir, name string, args ...string) output {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOPROXY=off", "LOCKVET_CACHE="+lintCache, "PWD="+dir)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		t.Fatalf("%s: %v", name, err)
	}
	return output{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// vet runs a build of the tool through the go command.
func vet(t testing.TB, dir, vettool string, flags ...string) output {
	t.Helper()
	args := append([]string{"vet", "-vettool=" + vettool}, flags...)
	return command(t, dir, "go", append(args, "./...")...)
}

// vetReports runs the tool through the go command and returns its findings.
func vetReports(t *testing.T, dir string, flags ...string) []report {
	t.Helper()
	out := vet(t, dir, tool, append(flags, "-json")...)
	if out.status != 0 || out.stderr != "" {
		t.Fatalf("go vet -json: status %d\n%s", out.status, out.stderr)
	}
	return decodeTree(t, out.stdout).reports(t, dir)
}

// moduleDir returns the absolute name of a module of the corpus.
func moduleDir(t testing.TB, name string) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", "..", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// sortedLines puts text output in an order of its own: the go command prints
// packages as they finish and the analyzers of a package in any order.
func sortedLines(s string) []string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	slices.Sort(lines)
	return lines
}

// checkParity runs the plain command and the go command and requires the same
// findings of both, with their positions to the column.
func checkParity(t *testing.T, dir string, flags ...string) {
	t.Helper()
	plain := command(t, dir, tool, append(flags, "-f", "json", "./...")...)
	if plain.stderr != "" {
		t.Errorf("plain command says on standard error: %s", plain.stderr)
	}
	got := decodeLines(t, plain.stdout)
	got = slices.DeleteFunc(got, func(d lineFinding) bool { return d.Code == byLockvet }) // about directives: go vet knows none
	status := exitClean
	if len(got) > 0 {
		status = exitFindings
	}
	if plain.status != status && !strings.Contains(plain.stdout, `"code":"`+byLockvet) {
		t.Errorf("plain command: status %d, want %d", plain.status, status)
	}
	ours := describeLines(got)
	theirs := decodeTree(t, vet(t, dir, tool, append(flags, "-json")...).stdout).describe()
	if !slices.Equal(ours, theirs) {
		t.Errorf("findings differ\nplain command:\n%s\ngo vet:\n%s", strings.Join(ours, "\n"), strings.Join(theirs, "\n"))
	}
}

// TestModules checks each module of the corpus against its want comments,
// through the go command and by the plain command.
func TestModules(t *testing.T) {
	mods, err := filepath.Glob(filepath.Join("..", "..", "testdata", "*", "go.mod"))
	if err != nil || len(mods) == 0 {
		t.Fatalf("no modules in testdata: %v", err)
	}
	for _, mod := range mods {
		name := filepath.Base(filepath.Dir(mod))
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := moduleDir(t, name)
			expected := wants(t, dir, false)
			compare(t, expected, vetReports(t, dir))
			checkParity(t, dir)
		})
	}
}

// TestSpin asks the what-if question, and so passes an analyzer's flag through
// both drivers.
func TestSpin(t *testing.T) {
	t.Parallel()
	dir := moduleDir(t, "trylock")
	compare(t, wants(t, dir, true), vetReports(t, dir, "-trylockorder.spin"))
	checkParity(t, dir, "-trylockorder.spin")
}

// TestSelect turns analyzers on and off by name.
func TestSelect(t *testing.T) {
	t.Parallel()
	dir := moduleDir(t, "demo")
	for _, tt := range []struct{ flag, analyzer string }{
		{"-lockorder", "lockorder"},
		{"-lockorder=false", "trylockorder"},
		{"-trylockorder=true", "trylockorder"},
	} {
		var expected []want
		for _, w := range wants(t, dir, false) {
			if w.analyzer == tt.analyzer {
				expected = append(expected, w)
			}
		}
		compare(t, expected, vetReports(t, dir, tt.flag))
		checkParity(t, dir, tt.flag)
	}
}

// TestDeps gives the flag deps a list of modules, through both drivers. The module
// at hand is one of them, so nothing changes.
func TestDeps(t *testing.T) {
	t.Parallel()
	dir := moduleDir(t, "siblings")
	flags := []string{"-lockorder.deps=example.com/other,example.com/siblings", "-trylockorder.deps=true"}
	compare(t, wants(t, dir, false), vetReports(t, dir, flags...))
	checkParity(t, dir, flags...)
}

// TestRepeatable analyses the same packages twice.
func TestRepeatable(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"crosspkg", "downstream"} {
		dir := moduleDir(t, name)
		first, second := vet(t, dir, tool), vet(t, dir, twin)
		if got, want := sortedLines(second.stderr), sortedLines(first.stderr); !slices.Equal(got, want) {
			t.Errorf("%s: two runs through go vet differ\n%s\n%s", name, first.stderr, second.stderr)
		}
		once := command(t, dir, tool, "-f", "json", "./...")
		again := command(t, dir, twin, "-f", "json", "./...") // which has a cache of its own
		if once != again {
			t.Errorf("%s: two runs of the plain command differ\n%v\n%v", name, once, again)
		}
	}
}
