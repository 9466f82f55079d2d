//go:build (race || lockdep) && !lockdep_overlay

package lockdep

import (
	"flag"
	"fmt"
	"os"
	"sync"

	"github.com/lockvet/lockvet/runtime/lockdep/internal/core"
)

// The setting of the environment variable LOCKDEP.
const (
	modeWarn = "warn"
	modeFail = "fail"
	modeOff  = "off"
)

// reporter is what happens with reports.
var reporter struct {
	mu       sync.Mutex
	mode     string // "" for fail under go test and warn elsewhere
	callback func(Report)
	main     bool // Main runs, and will tell the exit status
	count    int
}

func init() {
	core.Deliver = deliver
	switch mode := os.Getenv("LOCKDEP"); mode {
	case "", modeWarn, modeFail:
		reporter.mode = mode
	case modeOff:
		core.TurnOff()
	default:
		fmt.Fprintf(os.Stderr, "lockdep: LOCKDEP is %q, want warn, fail or off\n", mode)
		os.Exit(2)
	}
}

// deliver is called by the core, unlocked, for each report.
func deliver(r *core.Report) {
	var rep Report
	rep.Fault, rep.Locks, rep.Text = r.Text()
	reporter.mu.Lock()
	f := reporter.callback
	if f == nil {
		defer reporter.mu.Unlock()
		print(rep)
		return
	}
	reporter.mu.Unlock()
	f(rep)
}

// print writes the report, and ends a test that nothing else would make fail.
// Reports of several goroutines come one after the other.
func print(rep Report) {
	os.Stderr.WriteString(rep.Text)
	reporter.count++
	if fails() && !reporter.main {
		writeGraph()
		os.Exit(1)
	}
}

// fails reports whether a report makes the program fail.
func fails() bool {
	underTest := flag.Lookup("test.v") != nil
	return reporter.mode == modeFail || reporter.mode == "" && underTest
}

// OnReport makes f get each report, instead of the standard error output and
// the exit status. It is called by the goroutine that caused the report, before
// that goes on; what it does with locks is not looked at. Nil restores the
// default.
func OnReport(f func(Report)) {
	reporter.mu.Lock()
	reporter.callback = f
	reporter.mu.Unlock()
}

// Main runs m, which is a *testing.M, and returns the status to exit with: that
// of the tests, or 1 if they passed and there was a report.
//
//	func TestMain(m *testing.M) { os.Exit(lockdep.Main(m)) }
//
// Without it, a report under go test ends the process at once, since there is no
// other way for a package to make a test fail.
func Main(m interface{ Run() int }) int {
	reporter.mu.Lock()
	reporter.main = true
	reporter.mu.Unlock()
	status := m.Run()
	writeGraph()
	for r := core.Orphans(); r != nil; r = r.Next {
		deliver(r)
	}
	reporter.mu.Lock()
	defer reporter.mu.Unlock()
	reporter.main = false
	if status == 0 && reporter.count > 0 && fails() {
		return 1
	}
	return status
}
