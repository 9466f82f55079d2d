//go:build (!race && !lockdep) || lockdep_overlay

package lockdep

// OnReport makes f get each report, instead of the standard error output and
// the exit status. It is called by the goroutine that caused the report, before
// that goes on; what it does with locks is not looked at. Nil restores the
// default.
func OnReport(f func(Report)) {}

// Main runs m, which is a *testing.M, and returns the status to exit with: that
// of the tests, or 1 if they passed and there was a report.
//
//	func TestMain(m *testing.M) { os.Exit(lockdep.Main(m)) }
//
// Without it, a report under go test ends the process at once, since there is no
// other way for a package to make a test fail.
func Main(m interface{ Run() int }) int { return m.Run() }

// WriteGraph writes the orders that have been observed to a new file in dir, in
// the JSON form of package lockgraph, so that those of several processes can be
// put together. The file is there as a whole or not at all. [Main] does this at
// the end if the environment variable LOCKDEP_GRAPH names a directory. In a
// build that does not check, WriteGraph does nothing.
//
// Only classes with a name keep it from one process to the next. Other locks
// appear by the place where they were first acquired, and as such make no cycle.
func WriteGraph(dir string) error { return nil }
