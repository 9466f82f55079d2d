package lockorder_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lockvet/lockvet/passes/lockorder"
)

var (
	// themes are packages that each stand alone: the faults of a theme, and
	// correct code of the same shape.
	themes = []string{
		"branches/...",
		"callbacks/...",
		"chains/...",
		"closures/...",
		"collections/...",
		"cond/...",
		"conditions/...",
		"containers/...",
		"correlated/...",
		"counted/...",
		"defers/...",
		"exits/...",
		"formatting/...",
		"gates/...",
		"generics/...",
		"goroutines/...",
		"guesses/...",
		"handoff/...",
		"helpers/...",
		"holders/...",
		"implementers/...",
		"instances/...",
		"interfaces/...",
		"once/...",
		"ordered/...",
		"predicates/...",
		"rangefunc/...",
		"readlocks/...",
		"releases/...",
		"sameclass/...",
		"trees/...",
		"unpublished/...",
		"unseen/...",
		"wrappers/...",
	}

	// crossing are packages that need what the engine's facts say of the
	// packages they import.
	crossing = []string{
		"boxes/...",      // a function kept by an imported container
		"caches/...",     // a function field of a generic type
		"direct/...",     // exported locks and methods
		"hooks/...",      // a function field set by the importer
		"iterators/...",  // a range statement over the import's iterator
		"loaders/...",    // a generic interface implemented by the importer
		"nested/...",     // levels that are told to lockdep
		"observers/...",  // an interface implemented by the importer
		"parameters/...", // locks that only the importer can name
		"siblings/...",   // halves that meet in a third package
		"toolkit/...",    // lock types and lock helpers
		"depsoff",        // a cycle of another module's own
	}

	// directed are packages that accept or declare orders, or try to.
	directed = []string{
		"directives/...",
		"malformed",
		"orders/...",
	}

	// tested are packages with test files, whose orders make no cycle with
	// those of production code.
	tested = []string{"testfiles/..."}
)

// TestAnalyzer is one run, since most of its time goes into the packages of the
// standard library that they import.
func TestAnalyzer(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), lockorder.Analyzer, slices.Concat(themes, crossing, directed, tested)...)
}

func TestDeps(t *testing.T) {
	setFlag(t, "deps", "true")
	analysistest.Run(t, analysistest.TestData(), lockorder.Analyzer, "depson")
}

// TestLocks declares functions of another package to be those of locks.
func TestLocks(t *testing.T) {
	const lib = "declared/locklib."
	setFlag(t, "locks", strings.Join([]string{
		lib + "File.Lock=lock", lib + "File.RLock=rlock", lib + "File.Unlock=unlock", lib + "File.TryFor=trylock",
		lib + "Keys.Hold=lock", lib + "Keys.Drop=unlock",
		lib + "Obtain=lock", lib + "Return=unlock",
		lib + "HoldName=lock", lib + "DropName=unlock",
	}, ","))
	analysistest.Run(t, analysistest.TestData(), lockorder.Analyzer, "declared")
	f := lockorder.Analyzer.Flags.Lookup("locks")
	for _, bad := range []string{"lib.Lock", "lib.Lock=seize", "Lock=lock", "lib.=lock", "=lock"} {
		if err := f.Value.Set(bad); err == nil || !strings.Contains(err.Error(), "import/path.Type.Method=ACTION") {
			t.Errorf("-locks=%s: error %v, want one that tells the form", bad, err)
		}
	}
	for _, good := range []string{"", " lib.Lock=lock, lib.Unlock=unlock "} {
		if err := f.Value.Set(good); err != nil {
			t.Errorf("-locks=%s: %v", good, err)
		}
	}
}

// TestDepsOfModules names modules whose cycles are reported.
func TestDepsOfModules(t *testing.T) {
	f := lockorder.Analyzer.Flags.Lookup("deps")
	defer f.Value.Set(f.Value.String())
	for _, value := range []string{"elsewhere", "example.com/other,elsewhere/left"} {
		setFlag(t, "deps", value)
		analysistest.Run(t, analysistest.TestData(), lockorder.Analyzer, "depson")
	}
	setFlag(t, "deps", "example.com/other,else")
	analysistest.Run(t, analysistest.TestData(), lockorder.Analyzer, "depsoff")
	for _, bad := range []string{"", "a,,b", "a/...*"} {
		if err := f.Value.Set(bad); err == nil {
			t.Errorf("-deps=%q is accepted", bad)
		}
	}
}

// setFlag sets a flag of the analyzer for the time of a test.
func setFlag(t *testing.T, name, value string) {
	t.Helper()
	f := lockorder.Analyzer.Flags.Lookup(name)
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
