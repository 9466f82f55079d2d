package testdeps

import (
	"os"
	"strings"
	"sync/atomic"
)

var (
	lockdepMode    = os.Getenv("LOCKDEP")
	lockdepBrief   = os.Getenv("LOCKDEP_BRIEF") != "" // lockvet test prints the rest
	lockdepQuiet   = lockdepBrief && !lockdepDirect() // and this process is a test's own
	lockdepReports *lockdepReport                     // the last one
	lockdepStderr  = os.Stderr                        // a test may put something else in its place
)

// A lockdepReport is one that was made.
type lockdepReport struct {
	about   *Report
	text    string
	printed bool // the title, before the end
	before  *lockdepReport

	// The race detector sees the text being written by one goroutine and read at
	// the end by another. Ready orders the two, and no others, since each report
	// has its own and those who write only store it.
	ready atomic.Bool
}

func init() {
	switch lockdepMode {
	case "", "warn", "fail":
	case "off":
		TurnOff()
		return
	default:
		lockdepStderr.WriteString("lockdep: LOCKDEP is \"" + lockdepMode + "\", want warn, fail or off\n")
		os.Exit(2)
	}
	Deliver = lockdepDeliver
	lockdepDeliverEarly()
	lockdepAtExit(lockdepWrite, func() bool { return lockdepMode != "warn" && !lockdepQuiet && lockdepStands() })
}

// lockdepDeliverEarly delivers what was reported in packages that are initialized
// before this one.
func lockdepDeliverEarly() {
	enter()
	last := made
	leave()
	var early []*Report
	for r := last; r != nil; r = r.made {
		early = append(early, r)
	}
	for i := len(early) - 1; i >= 0; i-- {
		lockdepDeliver(early[i])
	}
}

// lockdepDirect reports whether the go command has started the process, and not a
// test that uses its own binary for something else and may look at its output.
func lockdepDirect() bool {
	for _, arg := range os.Args {
		if arg == "-test.paniconexit0" {
			return true
		}
	}
	return false
}

// lockdepDeliver prints a report, unless that may wait for the end. The
// goroutine's own locks are not looked at meanwhile.
func lockdepDeliver(r *Report) {
	_, _, text := r.Text()
	made := &lockdepReport{about: r, text: text}
	switch {
	case lockdepQuiet:
	case !lockdepBrief:
		lockdepStderr.WriteString(text)
	case r.Fault == DoubleLock || r.Fault == Upgrade:
		lockdepPrintTitle("", text) // the test may hang from here on
		made.printed = true
	}
	lockdepKeep(made)
}

func lockdepPrintTitle(before, text string) {
	title, _, _ := strings.Cut(text, "\n")
	lockdepStderr.WriteString(before + title + "\n")
}

// lockdepKeep remembers a report for the end.
//
//go:norace
func lockdepKeep(r *lockdepReport) {
	r.ready.Store(true)
	enter()
	r.before, lockdepReports = lockdepReports, r
	leave()
}

// lockdepMade returns all reports in the order in which they were made.
//
//go:norace
func lockdepMade() []*lockdepReport {
	enter()
	last := lockdepReports
	leave()
	n := 0
	for r := last; r != nil; r = r.before {
		n++
	}
	list := make([]*lockdepReport, n)
	for r := last; r != nil; r = r.before {
		r.ready.Load()
		n--
		list[n] = r
	}
	return list
}

// lockdepStands reports whether there is a report that has not turned out to be
// mistaken.
func lockdepStands() bool {
	for _, r := range lockdepMade() {
		if !r.about.Mistaken {
			return true
		}
	}
	return false
}

// lockdepWrite leaves what was found. The process is about to end.
func lockdepWrite() {
	orphans := Orphans()
	WithdrawNested()
	TurnOff()
	for r := orphans; r != nil; r = r.Next {
		lockdepDeliver(r)
	}
	var texts strings.Builder
	for _, r := range lockdepMade() {
		if lockdepBrief && !lockdepQuiet {
			lockdepPrintLate(r)
		}
		if !r.about.Mistaken {
			texts.WriteString(r.text)
		}
	}
	if texts.Len() > 0 {
		lockdepSave("txt", []byte(texts.String()))
	}
	if lockdepDir != "" {
		lockdepSave("json", Graph(lockdepProcess(), PlaceOf))
	}
}

// lockdepPrintLate prints at the end what was not printed before, or ought not to
// have been.
func lockdepPrintLate(r *lockdepReport) {
	switch {
	case r.printed && r.about.Mistaken:
		lockdepPrintTitle("withdrawn, since another goroutine has released the lock: ", r.text)
	case !r.printed && !r.about.Mistaken:
		lockdepPrintTitle("", r.text)
	}
}

// lockdepProcess is a name that no other process has.
func lockdepProcess() string {
	host, _ := os.Hostname()
	return lockdepEscape(ImportPath) + "." + host + "." + digits(os.Getpid())
}
