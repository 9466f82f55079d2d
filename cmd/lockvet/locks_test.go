package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lockvet/lockvet/lockgraph"
)

// The module locks has a package for each sort of thing that lockvet test finds,
// or has to be silent about. A comment
//
//	reports KIND: LOCKS
//
// says what its tests make it report, where KIND is one of these.
var kinds = map[string]string{
	"deadlock":       "locks are taken in a circular order, a deadlock",
	"livelock":       "a lock is polled against the order of other code, a livelock",
	"double lock":    "a goroutine locks what it holds, and waits for itself",
	"upgrade":        "a goroutine locks what it holds for reading, and waits for itself",
	"recursive read": "a goroutine reads again what it holds for reading; it waits for ever if a writer comes between",
	"wrong mode":     "a lock is released in another mode than it is held",
	"held at exit":   "a goroutine has ended with a lock that nobody has released",
}

const (
	locks    = "example.com/locks/"
	locksDir = "testdata/locks"
)

var reportsComment = regexp.MustCompile(`(?m)^// reports ([a-z ]+): (.+)$`)

// expectedReports reads the comments: title of a report -> packages whose tests make it.
func expectedReports(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(locksDir, "*", "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	packages := make(map[string][]string)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range reportsComment.FindAllSubmatch(text, -1) {
			if kinds[string(m[1])] == "" {
				t.Errorf("%s: no report is called %s", file, m[1])
			}
			add(packages, fmt.Sprintf("%s: %s", kinds[string(m[1])], m[2]), filepath.Base(filepath.Dir(file)))
		}
	}
	titles := make(map[string]string)
	for title, list := range packages {
		titles[title] = strings.Join(slices.Sorted(slices.Values(list)), ", ")
	}
	return titles
}

// printedReports takes apart what lockvet test has printed, in the form of
// expectedReports. No report may be there twice.
func printedReports(t *testing.T, stderr string) map[string]string {
	t.Helper()
	list, rest := splitReports(stderr)
	if rest != "" {
		t.Errorf("begins with %q", rest)
	}
	titles := make(map[string]string)
	for _, text := range list {
		title, _, _ := strings.Cut(strings.TrimPrefix(text, reportMark), "\n")
		title = strings.ReplaceAll(title, locks, "")
		var packages []string
		for line := range strings.Lines(text) {
			if tests, ok := strings.CutPrefix(line, "  in the tests of "); ok {
				packages = append(packages, strings.ReplaceAll(strings.TrimSpace(tests), locks, ""))
			}
		}
		if _, ok := titles[title]; ok {
			t.Errorf("reported twice: %s", title)
		}
		titles[title] = strings.Join(packages, ", ")
	}
	return titles
}

// TestLocks runs all tests of the module locks, once.
func TestLocks(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "graph.json")
	out := lockvetTest(t, locksDir, nil, "-v", "-graph", file, "./...")
	races := raceDetector(t)
	_, stderr, ok := strings.Cut(out.stderr, reportMark)
	if out.status != 1 || !ok {
		t.Fatalf("status %d\n%s\n%s", out.status, out.stdout, out.stderr)
	}
	want, got := expectedReports(t), printedReports(t, reportMark+stderr)
	for _, title := range slices.Sorted(maps.Keys(want)) {
		if got[title] != want[title] {
			t.Errorf("in the tests of %q, want %q: %s", got[title], want[title], title)
		}
	}
	for title := range got {
		if want[title] == "" {
			t.Errorf("not expected: %s", title)
		}
	}
	if last := fmt.Sprintf("\n\nlockvet: %d reports about locks\n", len(want)); !strings.HasSuffix(stderr, last) {
		t.Errorf("does not end with %q", last)
	}
	checkPassed(t, out.stdout, want, races)
	checkDetails(t, out)
	checkLocksGraph(t, file)
	if races {
		checkRace(t, out.stdout)
	}
	if t.Failed() {
		t.Logf("%s\n%s", out.stdout, out.stderr)
	}
}

// checkPassed looks at which packages have passed: all but those with a report,
// and the one with a race. What a process says that a test has started for itself
// is not the test's.
func checkPassed(t *testing.T, stdout string, reports map[string]string, races bool) {
	t.Helper()
	fails := map[string]bool{"racy": races}
	for _, packages := range reports {
		for pkg := range strings.SplitSeq(packages, ", ") {
			fails[pkg] = pkg != "helper"
		}
	}
	dirs, err := filepath.Glob(filepath.Join(locksDir, "*", "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range dirs {
		pkg := filepath.Base(filepath.Dir(dir))
		line := map[bool]string{false: "ok  \t", true: "FAIL\t"}[fails[pkg]] + locks + pkg + "\t"
		if strings.Count("\n"+stdout, "\n"+line) != 1 {
			t.Errorf("not one line begins with %q", line)
		}
	}
}

// checkDetails looks for what is not in the titles of reports.
func checkDetails(t *testing.T, out output) {
	t.Helper()
	for _, s := range []string{
		// The output of go test says early what is about to hang. It says the
		// rest at the end, also that of a fatal error.
		kinds["double lock"] + ": example.com/locks/double.Counter.mu\npanic: test timed out after 2s",
		"=== RUN   TestUpgrade\nLOCKDEP: " + kinds["upgrade"] + ": example.com/locks/faults.Memo.mu\n--- PASS: TestUpgrade",
		"=== RUN   TestItself\nLOCKDEP: " + kinds["double lock"] + ": example.com/locks/handed.Gate.mu\n--- PASS: TestItself",
		"\nwithdrawn, since another goroutine has released the lock: LOCKDEP: " + kinds["double lock"] + ": example.com/locks/handed.Gate.mu\n",
		kinds["wrong mode"] + ": example.com/locks/wrongmode.Page.mu\nfatal error: sync: RUnlock of unlocked RWMutex",
	} {
		if !strings.Contains(out.stdout, s) {
			t.Errorf("go test does not say %q", s)
		}
	}
	for _, s := range []string{
		// A function that gets the lock tells nothing, so its caller is named.
		"while it holds example.com/locks/names.Pair.second, locked at\n    example.com/locks/names.(*Pair).Back\n",
		"while it holds example.com/locks/names.Pair.first, locked at\n    example.com/locks/names.(*Pair).Forward\n",
		"while it holds example.com/locks/names.Journal.index.mu, locked at\n    example.com/locks/names.(*Journal).Trim\n",
		// Nobody started the goroutine in which packages are initialized.
		"example.com/locks/early.Registry.names is locked by goroutine 1 at\n    example.com/locks/early.init.0\n",
		"(TestHeldAtExit), which example.com/locks/faults.TestHeldAtExit started, at\n    example.com/locks/faults.(*Account).Take\n",
	} {
		if !strings.Contains(out.stderr, s) {
			t.Errorf("lockvet does not say %q", s)
		}
	}
}

// checkLocksGraph reads the orders that the tests have seen.
func checkLocksGraph(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	g, err := lockgraph.ReadJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	orders := make(map[string]bool)
	for _, e := range g.Edges() {
		if e.Origin != lockgraph.Runtime {
			t.Errorf("origin %v of %s -> %s", e.Origin, e.From, e.To)
		}
		if pkg, _, ok := strings.Cut(strings.TrimPrefix(e.From, locks), "."); ok {
			orders[fmt.Sprintf("%s -> %s at %s:%s", e.From, e.To, pkg, e.Site.Func)] = true
		}
	}
	for _, o := range []string{
		"example.com/locks/depot.Door.mu -> example.com/locks/depot.Key.mu at depot:depot.(*Door).Open",
		"example.com/locks/depot.Key.mu -> example.com/locks/depot.Door.mu at depot:depot.(*Key).Turn",
		"example.com/locks/names.Pair.first -> example.com/locks/names.Pair.second at names:names.(*Pair).Forward",
		"example.com/locks/traps.Desk.in -> example.com/locks/traps.Desk.out at traps:traps.(*Desk).Sort",
	} {
		if !orders[o] {
			t.Errorf("the graph has no order %s", o)
		}
	}
	for o := range orders {
		if strings.Contains(o, "names.Left") || strings.Contains(o, "names.Right") || strings.Contains(o, "handed.Baton") {
			t.Errorf("the graph has the order %s", o)
		}
	}
}

// checkRace compares the report of a race with that of plain go test.
func checkRace(t *testing.T, stdout string) {
	t.Helper()
	plain := command(t, locksDir, "go", "test", "-race", "-count=1", "./racy")
	if got, want := raceReports(stdout), raceReports(plain.stdout); got != want || want == "" {
		t.Errorf("reports of races:\n%s\nwithout the overlay:\n%s", got, want)
	}
}

var varies = regexp.MustCompile(`0x[0-9a-f]+|goroutine \d+`)

// raceReports returns the reports of the race detector, without what differs from
// run to run.
func raceReports(text string) string {
	const mark = "==================\n"
	var reports strings.Builder
	for part := range strings.SplitSeq(text, mark) {
		if strings.HasPrefix(part, "WARNING: DATA RACE") {
			reports.WriteString(varies.ReplaceAllString(part, "N"))
		}
	}
	return reports.String()
}
