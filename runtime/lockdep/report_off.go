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
