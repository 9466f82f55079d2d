package missingunlock_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lockvet/lockvet/passes/missingunlock"
)

var (
	// themes are packages that each stand alone: the faults of a theme, and
	// correct code of the same shape.
	themes = []string{
		"channels/...",
		"closures/...",
		"conditions/...",
		"defers/...",
		"ended/...",
		"exits/...",
		"flags/...",
		"goroutines/...",
		"handoff/...",
		"locking/...",
		"loops/...",
		"never/...",
		"panics/...",
		"rangefunc/...",
		"readlocks/...",
		"returns/...",
		"selects/...",
		"semaphores/...",
		"trylocks/...",
		"weighted/...",
		"wrappers/...",
	}

	// crossing are packages that need what the engine's facts say of the
	// package that they import.
	crossing = []string{
		"handles/...", // a handle that unlocks
		"keyed/...",   // a lock for each name
		"toggles/...", // a lock that can be switched off
		"toolkit/...",
	}

	// directed are packages that accept reports, or try to.
	directed = []string{"directives"}
)

func TestAnalyzer(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), missingunlock.Analyzer, slices.Concat(themes, crossing, directed)...)
}

// TestPanics asks for panics that no caller in sight recovers, too.
func TestPanics(t *testing.T) {
	setFlag(t, "panics", "true")
	analysistest.Run(t, analysistest.TestData(), missingunlock.Analyzer, "unrecovered", "panics/faulty")
}

// setFlag sets a flag of the analyzer for the time of a test.
func setFlag(t *testing.T, name, value string) {
	t.Helper()
	f := missingunlock.Analyzer.Flags.Lookup(name)
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
