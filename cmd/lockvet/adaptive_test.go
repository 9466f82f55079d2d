package main

import (
	"slices"
	"strings"
	"testing"
)

// TestAdaptive: an adaptive mutex is one lock, not the sync.Mutex inside it that
// is tried for again and again. Nobody waits in these tests.
func TestAdaptive(t *testing.T) {
	t.Parallel()
	args := []string{"./..."}
	if !raceDetector(t) {
		args = append([]string{"-race=false"}, args...)
	}
	out := lockvetTest(t, "testdata/adaptivelocks", nil, args...)
	var got []string
	for line := range strings.Lines(out.stderr) {
		if title, ok := strings.CutPrefix(line, reportMark); ok {
			got = append(got, strings.ReplaceAll(strings.TrimSpace(title), "example.com/adaptivelocks.", ""))
		}
	}
	slices.Sort(got)
	want := []string{
		"a lock is spun for against the order of other code: Ledger.mu -> Desk.mu -> Ledger.mu",
		"locks are taken in a circular order, a deadlock: Branch.mu -> Account.mu -> Branch.mu",
	}
	if out.status != 1 || !slices.Equal(got, want) {
		t.Errorf("status %d, reports %q, want %q\n%s", out.status, got, want, out.stdout)
	}
}
