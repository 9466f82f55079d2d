package lockdep_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lockvet/lockvet/lockgraph"
)

// build compiles a program or a test binary of testdata and returns its path.
func build(t *testing.T, args ...string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds a program")
	}
	name := filepath.Join(t.TempDir(), "program.exe")
	args = slices.Insert(args, len(args)-1, "-o", name)
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return name
}

// run executes a program with further environment variables and returns its
// output and exit status.
func run(t *testing.T, env []string, program string, args ...string) (string, int) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// TestInversionOfTwoTests: two tests that pass, one after the other, take two
// locks in opposite orders.
func TestInversionOfTwoTests(t *testing.T) {
	program := build(t, "test", "-c", "-tags", "lockdep", "./testdata/store")
	const (
		title = "LOCKDEP: locks are taken in a circular order, a deadlock: "
		last  = "the last test has run"
	)
	for _, c := range []struct {
		name       string
		env        []string
		status     int
		want, miss []string
	}{
		{"by default the report ends the tests", nil, 1, []string{
			title, "store.Store.mu", "store.Cache.mu", "(TestPut)", "(TestEvict)", "store.go:28", "store.go:40",
		}, []string{last}},
		{"Main lets them go on", []string{"STORE_MAIN=1"}, 1, []string{title, last, "PASS"}, nil},
		{"warn", []string{"LOCKDEP=warn"}, 0, []string{title, last, "PASS"}, nil},
		{"warn, with Main", []string{"LOCKDEP=warn", "STORE_MAIN=1"}, 0, []string{title, last, "PASS"}, nil},
		{"off", []string{"LOCKDEP=off"}, 0, []string{last}, []string{"LOCKDEP"}},
		{"what is no setting", []string{"LOCKDEP=on"}, 2, []string{`LOCKDEP is "on", want warn, fail or off`}, []string{"PASS"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, status := run(t, c.env, program, "-test.v")
			if status != c.status {
				t.Errorf("status %d, want %d", status, c.status)
			}
			for _, s := range c.want {
				if !strings.Contains(out, s) {
					t.Errorf("no %q", s)
				}
			}
			for _, s := range c.miss {
				if strings.Contains(out, s) {
					t.Errorf("has %q", s)
				}
			}
			if strings.Count(out, title) > 1 {
				t.Error("the cycle is reported twice")
			}
			if t.Failed() {
				t.Log(out)
			}
		})
	}
	t.Run("graphs of two processes", func(t *testing.T) { testGraphs(t, program) })
}

// testGraphs: neither process sees an inversion, and their sum has it.
func testGraphs(t *testing.T, program string) {
	dir := t.TempDir()
	for _, name := range []string{"TestPut", "TestEvict"} {
		out, status := run(t, []string{"LOCKDEP_GRAPH=" + dir, "STORE_MAIN=1"}, program, "-test.run", name)
		if status != 0 || strings.Contains(out, "LOCKDEP") {
			t.Fatalf("%s: status %d\n%s", name, status, out)
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 2 {
		t.Fatalf("files %v, %v", files, err)
	}
	sum := lockgraph.New()
	for _, f := range files {
		r, err := os.Open(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		g, err := lockgraph.ReadJSON(r)
		r.Close()
		if err != nil {
			t.Fatal(err)
		}
		if c := g.Cycles(lockgraph.Options{}); len(c) != 0 {
			t.Errorf("a cycle in one process: %v", c)
		}
		sum.Merge(g)
	}
	cycles := sum.Cycles(lockgraph.Options{})
	if len(cycles) != 1 || cycles[0].Verdict != lockgraph.Deadlock {
		t.Fatalf("cycles of both: %v", cycles)
	}
	e := cycles[0].Edges[0]
	if e.From != "store.Cache.mu" || e.Site.Short() != "store.go:40" || e.Origin != lockgraph.Runtime || e.Test {
		t.Errorf("edge %+v", e)
	}
}

// TestBuilds: without the tags the same tests pass and say nothing.
func TestBuilds(t *testing.T) {
	program := build(t, "test", "-c", "./testdata/store")
	if out, status := run(t, []string{"STORE_MAIN=1", "LOCKDEP=on"}, program); status != 0 || strings.Contains(out, "LOCKDEP") {
		t.Errorf("status %d\n%s", status, out)
	}
}

// TestRaces: the race detector finds what it found, and nothing more.
func TestRaces(t *testing.T) {
	if exec.Command("go", "build", "-race", "-o", os.DevNull, "sync").Run() != nil {
		t.Skip("no race detector here")
	}
	program := build(t, "build", "-race", "./testdata/planted")
	env := []string{"GORACE=atexit_sleep_ms=0"}
	for range 20 {
		if out, status := run(t, env, program, "racy"); status != 66 || !strings.Contains(out, "WARNING: DATA RACE") {
			t.Fatalf("the race is not reported: status %d\n%s", status, out)
		}
		if out, status := run(t, env, program, "ordered"); status != 0 || out != "" {
			t.Fatalf("status %d\n%s", status, out)
		}
	}
	program = build(t, "test", "-c", "-race", "./testdata/store")
	if out, status := run(t, append(env, "LOCKDEP=warn"), program); status != 0 || strings.Contains(out, "DATA RACE") || !strings.Contains(out, "LOCKDEP: ") {
		t.Errorf("status %d\n%s", status, out)
	}
}
