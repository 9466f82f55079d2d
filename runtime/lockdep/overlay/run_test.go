package overlay

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// run runs a program, such as the go command of tc, in the module subject. It
// returns what it printed and its exit status.
func (tc toolchain) run(t *testing.T, env []string, name string, args ...string) (string, int) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = filepath.Join("testdata", "subject")
	cmd.Env = append(os.Environ(), "GOROOT="+tc.goroot, "GOTOOLCHAIN=local", "GOFLAGS=", "GOWORK=off", "LOCKDEP_GRAPH=",
		"GORACE=atexit_sleep_ms=0")
	cmd.Env = append(cmd.Env, env...)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

func (tc toolchain) gocmd() string { return filepath.Join(tc.goroot, "bin", "go") }

// build builds the test binary of the module subject, with an overlay unless
// overlay is empty.
func (tc toolchain) build(t *testing.T, overlay string, race bool) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "subject.test.exe")
	out, status := tc.run(t, nil, tc.gocmd(), "test", "-c", "-o", bin, "-overlay="+overlay, "-race="+strconv.FormatBool(race), ".")
	if status != 0 {
		t.Fatalf("go test -c: status %d\n%s", status, out)
	}
	return bin
}

// races reports whether tc has the race detector here.
func (tc toolchain) races(t *testing.T) bool {
	_, status := tc.run(t, nil, tc.gocmd(), "list", "-race", "unsafe")
	return status == 0
}

// TestRun builds a test binary with the overlay for each toolchain, and looks at
// what it does: one with the race detector and one without, since each costs as
// much as compiling the standard library.
func TestRun(t *testing.T) {
	for i, pick := range []func(*testing.T) toolchain{installed, older} {
		t.Run("", func(t *testing.T) {
			tc := pick(t)
			race := i == 0 && tc.races(t)
			t.Logf("%s, race=%t", tc.name, race)
			path, err := mustMake(t, tc).Write(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			bin := tc.build(t, path, race)
			testEvents(t, tc, bin)
			testEvents(t, tc, bin, "SUBJECT_UNWIND=1") // as where there are no frame pointers
			testEnds(t, tc, bin)
			if out, status := tc.run(t, nil, bin, "-test.run=^TestBubble$"); status != 0 {
				t.Errorf("in a bubble: status %d\n%s", status, out)
			}
			if race {
				testRaces(t, tc, bin)
			}
		})
	}
}

// testEvents compares what the detector was told with the comments in the
// source.
func testEvents(t *testing.T, tc toolchain, bin string, env ...string) {
	t.Helper()
	dir := t.TempDir()
	env = append(env, "LOCKDEP_GRAPH="+dir, "GODEBUG=clobberfree=1")
	out, status := tc.run(t, env, bin, "-test.run=^TestOps$")
	if status != 0 {
		t.Fatalf("status %d\n%s", status, out)
	}
	got, want := events(logged(t, dir)), expected(t)
	if !slices.Equal(got, want) {
		t.Errorf("events:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// logged returns what the detector wrote, "" if nothing.
func logged(t *testing.T, dir string) string {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil || len(files) > 1 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		if ok, _ := filepath.Match("example.com%2Fsubject.*.log", f.Name()); !ok {
			t.Errorf("the detector has written %s", f.Name())
		}
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	return ""
}

// events picks those of the file that has the comments, as "line event". The
// end of the goroutine of TestOps itself may or may not come before that of the
// process.
func events(log string) []string {
	var list []string
	for line := range strings.Lines(log) {
		event, place, _ := strings.Cut(strings.TrimSpace(line), " ")
		place, creator, _ := strings.Cut(place, " by ")
		if file, n, _ := strings.Cut(place, ":"); file == "ops_test.go" && !strings.HasPrefix(creator, "testing.go:") {
			list = append(list, n+" "+event)
		}
	}
	return list
}

func expected(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "subject", "ops_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for i, line := range strings.Split(string(text), "\n") {
		if _, comment, ok := strings.Cut(line, " //= "); ok {
			for _, event := range strings.Fields(comment) {
				list = append(list, strconv.Itoa(i+1)+" "+event)
			}
		}
	}
	return list
}

// testEnds ends the process in all ways. The detector's file is there, and the
// exit status is as always unless it was 0.
func testEnds(t *testing.T, tc toolchain, bin string) {
	t.Helper()
	for _, tt := range []struct {
		name   string
		status int
		says   string
	}{
		{"TestExitZero", 1, "PASS"},
		{"TestExitFail", 1, "--- FAIL"},
		{"TestExitOS", 3, ""},
		{"TestExitLog", 1, "the end"},
		{"TestPanic", 2, "panic: the end"},
		{"TestPanicGo", 2, "panic: the end"},
		{"TestTimeout", 2, "test timed out"},
		{"TestMutexFatal", 2, "fatal error: sync: unlock of unlocked mutex"},
		{"TestRWMutexFatal", 2, "fatal error: sync: Unlock of unlocked RWMutex"},
	} {
		dir := t.TempDir()
		timeout := "-test.timeout=10m"
		if tt.name == "TestTimeout" {
			timeout = "-test.timeout=100ms"
		}
		out, status := tc.run(t, []string{"LOCKDEP_GRAPH=" + dir}, bin, timeout, "-test.run=^"+tt.name+"$")
		if status != tt.status || !strings.Contains(out, tt.says) {
			t.Errorf("%s: status %d, want %d\n%s", tt.name, status, tt.status, out)
		}
		if log := logged(t, dir); strings.Count(log, "got-mutex more_test.go:") != 1 {
			t.Errorf("%s: the detector has written %q", tt.name, log)
		}
	}
}

// testRaces plants races. Those that the detector would hide, or add, are those
// that matter.
func testRaces(t *testing.T, tc toolchain, bin string) {
	t.Helper()
	got, status := tc.run(t, nil, bin, "-test.run=^TestRacy$")
	if status != 1 || strings.Count(got, "WARNING: DATA RACE") != 1 {
		t.Errorf("race: status %d\n%s", status, got)
	}
	out, status := tc.run(t, nil, bin, "-test.v", "-test.run=^(TestOrdered|TestReaders|TestOps)$")
	if status != 0 || strings.Count(out, "\n--- PASS") != 3 {
		t.Errorf("no race: status %d\n%s", status, out)
	}
}

var (
	address   = regexp.MustCompile(`\b0x[0-9a-f]+|\b[Gg]oroutine [0-9]+`)
	offset    = regexp.MustCompile(` \+0x[0-9a-f]+`)
	durations = regexp.MustCompile(`\([0-9.]+s\)`)
)

// normal takes out of a race report what differs from run to run or with the
// machine code.
func normal(report string) string {
	report = offset.ReplaceAllString(report, "")
	return durations.ReplaceAllString(address.ReplaceAllString(report, "N"), "")
}

// TestUnchanged compares what a program prints with the overlay and without:
// the report of a race, and the lines of package sync on a stack.
func TestUnchanged(t *testing.T) {
	tc := installed(t)
	path, err := mustMake(t, tc).Write(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	race := tc.races(t)
	bin, plain := tc.build(t, path, race), tc.build(t, "", race)
	for _, name := range []string{"TestTrace", "TestRacy"} {
		got, gotStatus := tc.run(t, nil, bin, "-test.run=^"+name+"$")
		want, wantStatus := tc.run(t, nil, plain, "-test.run=^"+name+"$")
		if gotStatus != wantStatus || normal(got) != normal(want) {
			t.Errorf("%s: status %d, want %d\n%s\nwant:\n%s", name, gotStatus, wantStatus, got, want)
		}
		if name == "TestTrace" && strings.Count(want, filepath.Join("sync", "rwmutex.go")) != 6 {
			t.Errorf("%s shows something else:\n%s", name, want)
		}
	}
}

// TestGoTest lets go test do all it does, which includes go vet, and measures
// coverage of the package under test.
func TestGoTest(t *testing.T) {
	tc := installed(t)
	path, err := mustMake(t, tc).Write(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	out, status := tc.run(t, []string{"LOCKDEP_GRAPH=" + dir}, tc.gocmd(),
		"test", "-count=1", "-race="+strconv.FormatBool(tc.races(t)), "-overlay="+path, "-coverpkg=./...", "-vet=all", "-run=^TestOrdered$", ".")
	if status != 0 || !strings.HasPrefix(out, "ok ") {
		t.Errorf("status %d\n%s", status, out)
	}
	if !strings.Contains(logged(t, dir), "got-mutex more_test.go:") {
		t.Error("the detector was not told")
	}
}
