package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// opposed has one finding, of lockorder, in line 10.
const opposed = `package opposed

import "sync"

var a, b sync.Mutex

func f() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }

func g() {
	b.Lock(); a.Lock(); a.Unlock(); b.Unlock()
}
`

// TestDirectives: the comments of golangci-lint and of lockvet silence a finding, with
// all that belongs to it.
func TestDirectives(t *testing.T) {
	cache := t.TempDir() // which saves time with the standard library
	const last = "b.Unlock()\n}"
	for _, tt := range []struct {
		name, source string
		issues       int
	}{
		{"none", opposed, 1},
		{"nolint", strings.Replace(opposed, last, "b.Unlock() //nolint:lockvet // nobody calls it\n}", 1), 0},
		{"nolint of the function", strings.Replace(opposed, "func g", "//nolint:lockvet // nobody calls it\nfunc g", 1), 0},
		{"nolint of another linter", strings.Replace(opposed, last, "b.Unlock() //nolint:govet // nobody calls it\n}", 1), 1},
		{"nolint at the other place", strings.Replace(opposed, "a.Unlock() }", "a.Unlock() } //nolint:lockvet // nobody calls it", 1), 1},
		{"ignore", strings.Replace(opposed, "\tb.Lock()", "\t//lint:ignore lockorder nobody calls it\n\tb.Lock()", 1), 0},
		{"ignore at the other place", strings.Replace(opposed, "func f", "//lint:ignore lockorder nobody calls it\nfunc f", 1), 0},
		{"ignore in the file", strings.Replace(opposed, "import", "//lint:file-ignore lockorder nobody calls it\n\nimport", 1), 0},
		{"ignore without a reason", strings.Replace(opposed, "\tb.Lock()", "\t//lint:ignore lockorder\n\tb.Lock()", 1), 1},
		{"ignore of another analyzer", strings.Replace(opposed, "\tb.Lock()", "\t//lint:ignore doublelock nobody calls it\n\tb.Lock()", 1), 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := written(t, map[string]string{"opposed.go": tt.source})
			r := newRun(t, dir, nil)
			r.cache = cache
			if issues := r.issues(t); len(issues) != tt.issues {
				t.Errorf("%d issues, want %d:\n%s", len(issues), tt.issues, strings.Join(issues, "\n"))
			}
		})
	}
}

// TestText prints one issue for a finding: its related places, which elsewhere come
// with it, are in the text.
func TestText(t *testing.T) {
	dir := written(t, map[string]string{"opposed.go": opposed})
	out := newRun(t, dir, nil).exec(t, "--output.text.print-issued-lines=false")
	const want = "opposed.go:10:12: lockorder: lock order inversion, a deadlock: a -> b -> a: " +
		"a locked at opposed.go:10 while b is held since opposed.go:10; b locked at opposed.go:7 while a is held since opposed.go:7 (lockvet)\n"
	if out.status != found || out.stderr != "" || !strings.HasSuffix(out.stdout, want) || strings.Count(out.stdout, "\n") != 1 {
		t.Errorf("status %d\n%s%s\nwant %s", out.status, out.stdout, out.stderr, want)
	}
}

// TestRefused: settings that are wrong end the program with one line that says how.
// Golangci-lint prints every such line twice.
func TestRefused(t *testing.T) {
	dir := written(t, map[string]string{"opposed.go": opposed})
	for _, tt := range []struct {
		settings block
		want     string
	}{
		{block{"lockordr": block{"deps": true}}, `unknown setting "lockordr"; there is enable, disable, deps, and a block for each of lockorder, trylockorder, missingunlock`},
		{block{"disable": []string{"lockordr"}}, `disable: no analyzer is called "lockordr"; there are lockorder, trylockorder, `},
		{block{"missingunlock": block{"panics": "maybe"}}, `missingunlock.panics: cannot use "maybe": want true or false`},
	} {
		out := newRun(t, dir, tt.settings).exec(t)
		if out.status != failed || out.stdout != "" || strings.Count(out.stderr, "\n") != 2 || strings.Count(out.stderr, tt.want) != 2 {
			t.Errorf("%v: status %d\n%s%s\nwant %s", tt.settings, out.status, out.stdout, out.stderr, tt.want)
		}
	}
}

// TestSARIF finds in the log what the command finds.
func TestSARIF(t *testing.T) {
	dir := moduleDir(t, "demo")
	out := newRun(t, dir, nil).exec(t, "--output.sarif.path", "stdout")
	var log struct {
		Runs []struct {
			Results []struct {
				RuleID    string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine, StartColumn int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(out.stdout), &log); err != nil || len(log.Runs) != 1 || out.status != found {
		t.Fatalf("status %d, not a log of one run: %v\n%s%s", out.status, err, out.stdout, out.stderr)
	}
	var issues []string
	for _, r := range log.Runs[0].Results {
		if r.RuleID != "lockvet" || len(r.Locations) != 1 {
			t.Errorf("rule %s with %d places", r.RuleID, len(r.Locations))
			continue
		}
		at := r.Locations[0].PhysicalLocation
		issues = append(issues, fmt.Sprintf("%s:%d:%d: %s", at.ArtifactLocation.URI, at.Region.StartLine, at.Region.StartColumn, r.Message.Text))
	}
	findings := byCommand(t, dir, "./...")
	if len(findings) == 0 {
		t.Error("nothing is found")
	}
	slices.Sort(issues)
	same(t, issues, findings)
}
