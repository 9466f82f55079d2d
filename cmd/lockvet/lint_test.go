package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"honnef.co/go/tools/sarif"

	"github.com/lockvet/lockvet/passes"
)

// opposed is a package with one finding, of lockorder, in line 10.
const opposed = `package opposed

import "sync"

var a, b sync.Mutex

func f() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }

func g() {
	b.Lock(); a.Lock(); a.Unlock(); b.Unlock()
}
`

// opposedModule writes a module with that package and returns its directory.
func opposedModule(t *testing.T, more map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"go.mod": "module example.com/opposed\n\ngo 1.26\n", "opposed.go": opposed})
	writeFiles(t, dir, more)
	return dir
}

// TestFormats prints one finding in each form.
func TestFormats(t *testing.T) {
	t.Parallel()
	dir := opposedModule(t, nil)
	for format, want := range map[string][]string{
		"text":    {"opposed.go:10:12: lock order inversion", "(lockorder)", "\n\topposed.go:7:28: a acquired here\n"},
		"stylish": {"(10, 12)", "lockorder", "1 problems"},
		"json":    {`"code":"lockorder"`, `"line":10,"column":12`, `"related":[`},
		"sarif":   {`"ruleId":"lockorder"`, `"uri":"opposed.go"`},
	} {
		out := command(t, dir, tool, "-f", format)
		if out.status != exitFindings || out.stderr != "" {
			t.Errorf("-f %s: status %d\n%s", format, out.status, out.stderr)
		}
		for _, s := range want {
			if !strings.Contains(out.stdout, s) {
				t.Errorf("-f %s: output lacks %q:\n%s", format, s, out.stdout)
			}
		}
	}
}

// TestSARIF: the log names lockvet's own documentation, and is the same each
// time. Without findings it is a log all the same.
func TestSARIF(t *testing.T) {
	t.Parallel()
	dir := opposedModule(t, map[string]string{"clean/clean.go": "package clean\n"})
	out := command(t, dir, tool, "-f", "sarif")
	if again := command(t, dir, tool, "-f", "sarif"); again != out {
		t.Errorf("two runs differ:\n%s\n%s", out.stdout, again.stdout)
	}
	if strings.Contains(out.stdout, "staticcheck") {
		t.Errorf("the log speaks of staticcheck:\n%s", out.stdout)
	}
	driver := decodeSARIF(t, out.stdout).Tool.Driver
	if driver.Name != "lockvet" || len(driver.Rules) != len(passes.Analyzers) {
		t.Errorf("driver %q with %d rules", driver.Name, len(driver.Rules))
	}
	for _, rule := range driver.Rules {
		if a := find(rule.ID); a == nil || rule.HelpURI != a.URL {
			t.Errorf("rule %s has the address %q", rule.ID, rule.HelpURI)
		}
	}
	clean := command(t, dir, tool, "-f", "sarif", "./clean")
	if run := decodeSARIF(t, clean.stdout); clean.status != exitClean || len(run.Results) != 0 {
		t.Errorf("status %d, %d results of a package without findings", clean.status, len(run.Results))
	}
}

func decodeSARIF(t *testing.T, text string) sarif.Run {
	t.Helper()
	var log sarif.Log
	if err := json.Unmarshal([]byte(text), &log); err != nil || len(log.Runs) != 1 {
		t.Fatalf("not a log of one run: %v\n%s", err, text)
	}
	return log.Runs[0]
}

// TestFail chooses what makes the status 1. Findings are printed in any case.
func TestFail(t *testing.T) {
	t.Parallel()
	dir := opposedModule(t, nil)
	for fail, status := range map[string]int{"all": 1, "none": 0, "lockorder": 1, "doublelock,LockOrder": 1, "doublelock": 0} {
		for _, format := range []string{"text", "sarif"} {
			out := command(t, dir, tool, "-fail", fail, "-f", format)
			if out.status != status || !strings.Contains(out.stdout, "inversion") {
				t.Errorf("-fail %s -f %s: status %d, want %d\n%s%s", fail, format, out.status, status, out.stdout, out.stderr)
			}
		}
	}
}

// TestForeignConfig: the settings of another tool on the same driver do not
// silence lockvet.
func TestForeignConfig(t *testing.T) {
	t.Parallel()
	dir := opposedModule(t, map[string]string{"staticcheck.conf": "checks = [\"none\"]\n"})
	if out := command(t, dir, tool); out.status != exitFindings {
		t.Errorf("status %d\n%s%s", out.status, out.stdout, out.stderr)
	}
}

// TestCacheKnowsFlags asks the same packages with other flags, and with a program
// that keeps the go command's results and knows nothing of flags.
func TestCacheKnowsFlags(t *testing.T) {
	t.Parallel()
	dir := moduleDir(t, "trylock")
	plain := command(t, dir, tool, "./...")
	spin := command(t, dir, tool, "-trylockorder.spin", "./...")
	if plain.stdout == spin.stdout {
		t.Error("-trylockorder.spin finds no more")
	}
	if again := command(t, dir, tool, "./..."); again != plain {
		t.Errorf("another result than before -trylockorder.spin:\n%s\n%s", plain.stdout, again.stdout)
	}
	if only := command(t, dir, tool, "-doublelock", "./..."); strings.Contains(only.stdout, "(trylockorder)") {
		t.Errorf("-doublelock finds\n%s", only.stdout)
	}
}

// TestDirectives: one that silences a finding or takes an acquisition out of all
// orders is right, and others are reported.
func TestDirectives(t *testing.T) {
	t.Parallel()
	const order = "func f() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }"
	for _, tt := range []struct {
		name, source string
		want         []string
	}{
		{"at the finding", strings.Replace(opposed, "\tb.Lock()", "\t//lint:ignore lockorder nobody calls it\n\tb.Lock()", 1), nil},
		{"at the other acquisition", strings.Replace(opposed, order, "//lint:ignore lockorder nobody calls it\n"+order, 1), nil},
		{"for the file", strings.Replace(opposed, "import", "//lint:file-ignore lockorder nobody calls it\n\nimport", 1), nil},
		{"of another analyzer", strings.Replace(opposed, "\tb.Lock()", "\t//lint:ignore doublelock nobody calls it\n\tb.Lock()", 1),
			[]string{"(lockorder)", "opposed.go:10:2: this directive silences nothing: remove it (lockvet)"}},
		{"of another tool", strings.Replace(opposed, "\tb.Lock()", "\t//lint:ignore SA4006 nobody calls it\n\tb.Lock()", 1), []string{"(lockorder)"}},
		{"without a reason", strings.Replace(opposed, "\tb.Lock()", "\t//lint:ignore lockorder\n\tb.Lock()", 1), []string{"(lockorder)", "lacks its reason"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := opposedModule(t, map[string]string{"opposed.go": tt.source})
			out := command(t, dir, tool)
			lines := strings.Split(out.stdout, "\n")
			lines = slices.DeleteFunc(lines, func(l string) bool { return l == "" || l[0] == '\t' })
			slices.Sort(lines)
			ok := len(lines) == len(tt.want)
			for i := range min(len(lines), len(tt.want)) {
				ok = ok && slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, tt.want[i]) })
			}
			if !ok || (out.status == exitFindings) != (len(tt.want) > 0) {
				t.Errorf("status %d, got %q, want %q", out.status, lines, tt.want)
			}
		})
	}
	t.Run("shown", func(t *testing.T) {
		t.Parallel()
		dir := opposedModule(t, map[string]string{"opposed.go": strings.Replace(opposed, "import", "//lint:file-ignore lockorder nobody calls it\n\nimport", 1)})
		if out := command(t, dir, tool, "-show-ignored"); !strings.Contains(out.stdout, "accepted") {
			t.Errorf("-show-ignored prints %q", out.stdout)
		}
	})
}

// TestBaseline writes the findings down and reports only new ones, which
// lines that are added elsewhere are not.
func TestBaseline(t *testing.T) {
	t.Parallel()
	dir := opposedModule(t, nil)
	write := func(source string) {
		writeFiles(t, dir, map[string]string{"opposed.go": source})
	}
	out := command(t, dir, tool, "-write-baseline", "known.json")
	if out.status != exitClean || out.stdout != "" || out.stderr != "lockvet: known.json has 1 finding\n" {
		t.Fatalf("-write-baseline: %+v", out)
	}
	before, err := os.ReadFile(filepath.Join(dir, "known.json"))
	if err != nil || strings.Contains(string(before), dir) {
		t.Fatalf("%v: %s", err, before)
	}
	check := func(name string, status int, stdout, stderr string) {
		t.Helper()
		out := command(t, dir, tool, "-baseline", "known.json")
		if out.status != status || !strings.Contains(out.stdout, stdout) || (out.stdout == "") != (stdout == "") || !strings.Contains(out.stderr, stderr) || (out.stderr == "") != (stderr == "") {
			t.Errorf("%s: %+v", name, out)
		}
	}
	check("unchanged", exitClean, "", "")
	moved := strings.Replace(opposed, "import", "// A comment\n// of several lines.\n\nimport", 1)
	write(moved)
	check("moved", exitClean, "", "")
	write(moved + "\nfunc h() { b.Lock(); a.Lock(); a.Unlock(); b.Unlock(); b.Unlock() }\n")
	check("with a new one", exitFindings, "(badunlock)", "")
	write(strings.Replace(opposed, "b.Lock(); a.Lock(); a.Unlock(); b.Unlock()", "", 1))
	check("mended", exitClean, "", "known.json has 1 finding that there are no more")

	// From elsewhere, and where there is nothing to write.
	write(opposed)
	if out := command(t, filepath.Dir(dir), tool, "-C", dir, "-baseline", "known.json"); out.status != exitClean || out.stdout != "" {
		t.Errorf("with -C: %+v", out)
	}
	if out := command(t, dir, tool, "-write-baseline", filepath.Join("nosuch", "known.json")); out.status != exitUsage || strings.Count(out.stderr, "\n") != 1 {
		t.Errorf("into no directory: %+v", out)
	}
}

// FuzzBaseline reads what may not be a baseline. What is one is written as it was
// understood.
func FuzzBaseline(f *testing.F) {
	f.Add([]byte(`{"tool":"lockvet","version":1,"findings":[]}`))
	f.Add([]byte(`{"tool":"lockvet","version":1,"findings":[{"analyzer":"lockorder","file":"a.go","func":"f","says":"a -> b -> a","count":2}]}`))
	f.Add([]byte(`{"tool":"lockvet","version":2}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		known, err := parseBaseline(data)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("an error of several lines: %q", err)
			}
			return
		}
		text, err := known.encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := parseBaseline(text)
		if err != nil || len(again) != len(known) {
			t.Errorf("%s is not read: %v", text, err)
		}
	})
}

// TestEssence: what is left of a message does not change with the places.
func TestEssence(t *testing.T) {
	for message, want := range map[string]string{
		"lock order inversion, a deadlock: b.mu -> a.mu -> b.mu: a.mu locked at x.go:5 while b.mu is held since x.go:4": "a.mu -> b.mu -> a.mu",
		"two instances of a.mu are locked in an order set by the caller: a.mu locked at x.go:7 (called from y.go:8:2)":  "two instances of a.mu are locked in an order set by the caller",
		"mu is still held at the return, since x.go:10":                                                                 "mu is still held at the return, since x.go",
		"the result of mu.TryLock is not used":                                                                          "the result of mu.TryLock is not used",
	} {
		if got := essence(message); got != want {
			t.Errorf("essence(%q) = %q, want %q", message, got, want)
		}
	}
}
