package trylockorder_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lockvet/lockvet/passes/trylockorder"
)

// TestDefault runs over what needs no flag: faults and correct code by theme,
// cycles of mixed kinds, the adaptive mutex, and packages that import each
// other.
func TestDefault(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), trylockorder.Analyzer,
		"adaptivelock",
		"avoidance/...",
		"backoff/...",
		"depsoff",
		"directives",
		"harmless",
		"imports/...",
		"kernel",
		"meeting/...",
		"mixed",
		"poll/...",
		"restart/...",
		"retry/...",
		"variants/...",
	)
}

func TestDeps(t *testing.T) {
	setFlag(t, "deps", "true")
	analysistest.Run(t, analysistest.TestData(), trylockorder.Analyzer, "depson")
}

// TestSpin asks what if every TryLock spun.
func TestSpin(t *testing.T) {
	setFlag(t, "spin", "true")
	analysistest.Run(t, analysistest.TestData(), trylockorder.Analyzer, "whatif")
}

// TestSpinning declares a method of another package to be a spinning trylock.
func TestSpinning(t *testing.T) {
	setFlag(t, "spinning", "spinlock.Mutex.TryFor, example.com/x.Func")
	analysistest.Run(t, analysistest.TestData(), trylockorder.Analyzer, "declared")
}

func TestSpinningNames(t *testing.T) {
	setFlag(t, "spinning", "")
	f := trylockorder.Analyzer.Flags.Lookup("spinning")
	for _, bad := range []string{"TryLockSpin", ".TryLockSpin", "example.com/x.", "spinlock.Mutex.TryFor,Try"} {
		err := f.Value.Set(bad)
		if err == nil || !strings.Contains(err.Error(), "want import/path.Func or import/path.Type.Method") {
			t.Errorf("-spinning=%s: error %v, want one that tells the form", bad, err)
		}
	}
	for _, good := range []string{"", "spinlock.TryFor", "example.com/x.Mutex.TryFor,example.com/y.Try"} {
		if err := f.Value.Set(good); err != nil {
			t.Errorf("-spinning=%s: %v", good, err)
		}
	}
}

// setFlag sets a flag of the analyzer for the time of a test.
func setFlag(t *testing.T, name, value string) {
	t.Helper()
	f := trylockorder.Analyzer.Flags.Lookup(name)
	old := f.Value.String()
	if err := f.Value.Set(value); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Value.Set(old); err != nil {
			t.Error(err)
		}
	})
}
