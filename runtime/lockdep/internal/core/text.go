package core

import (
	"fmt"
	"runtime"
	"strings"
)

// Reports for people. This is ordinary code: it runs with the core unlocked, in
// a goroutine whose locks are not looked at meanwhile.

// faults says of each fault what it is called and what it means.
var faults = map[Fault]struct{ name, title string }{
	DoubleLock:    {"double lock", "a goroutine locks what it holds, and waits for itself"},
	Upgrade:       {"upgrade", "a goroutine locks what it holds for reading, and waits for itself"},
	RecursiveRead: {"recursive read", "a goroutine reads again what it holds for reading; it waits for ever if a writer comes between"},
	WrongMode:     {"wrong mode", "a lock is released in another mode than it is held"},
	HeldAtExit:    {"held at exit", "a goroutine has ended with a lock that nobody has released"},
	NotHeld:       {"not held", "an assertion failed: the goroutine does not hold the lock"},
	Held:          {"held", "an assertion failed: the goroutine holds the lock"},
}

var verdicts = [...]struct{ name, title string }{
	Wait: {"deadlock", "locks are taken in a circular order, a deadlock"},
	Poll: {"livelock", "a lock is polled against the order of other code, a livelock"},
	Spin: {"bounded spin", "a lock is spun for against the order of other code"},
}

var modes = [...]string{Exclusive: "locked", Shared: "read-locked"}

// Text describes the report: the name of its fault, the locks that take part,
// and the whole of it in several lines.
func (r *Report) Text() (fault string, locks []string, text string) {
	var b strings.Builder
	if r.Fault == Cycle {
		fault = verdicts[r.Kind].name
		for i := range r.Steps {
			locks = append(locks, lockName(r.Steps[i].From))
		}
		fmt.Fprintf(&b, "LOCKDEP: %s: %s -> %s\n", verdicts[r.Kind].title, strings.Join(locks, " -> "), locks[0])
		for i := range r.Steps {
			writeStep(&b, &r.Steps[i])
		}
	} else {
		fault = faults[r.Fault].name
		s := &r.Steps[0]
		locks = []string{lockName(s.To)}
		fmt.Fprintf(&b, "LOCKDEP: %s: %s\n", faults[r.Fault].title, locks[0])
		writeSingle(&b, r, s)
	}
	if r.WriterPC != 0 {
		fmt.Fprintf(&b, "  a writer waits at\n")
		writeFrame(&b, frameAt(r.WriterPC))
	}
	b.WriteString("\n")
	return fault, locks, b.String()
}

func writeStep(b *strings.Builder, s *Step) {
	how := ""
	switch s.Kind {
	case Poll:
		how = " by repeated attempts"
	case Spin:
		how = " by an attempt that spins"
	}
	fmt.Fprintf(b, "  %s is %s%s%s\n", lockName(s.To), modes[s.ToMode], how, by(s.Stack))
	writeStack(b, s.Stack)
	fmt.Fprintf(b, "  while it holds %s, %s at\n", lockName(s.From), modes[s.FromMode])
	writeFrame(b, frameAt(s.HeldPC))
}

func writeSingle(b *strings.Builder, r *Report, s *Step) {
	if r.Stack != nil && r.Fault != HeldAtExit {
		fmt.Fprintf(b, "  the report is made%s\n", by(r.Stack))
		writeStack(b, r.Stack)
	}
	if s.HeldPC != 0 {
		who := ""
		if r.Fault == HeldAtExit {
			who = strings.TrimSuffix(by(s.Stack), " at")
		}
		fmt.Fprintf(b, "  %s%s at\n", modes[s.FromMode], who)
		writeFrame(b, frameAt(s.HeldPC))
	}
	if s.Stack != nil && s.Stack != r.Stack && r.Fault != HeldAtExit {
		fmt.Fprintf(b, "  and again%s\n", by(s.Stack))
		writeStack(b, s.Stack)
	}
}

// by tells of a goroutine who it is.
func by(s *Stack) string {
	if s == nil {
		return ""
	}
	text := fmt.Sprintf(" by goroutine %d", s.ID)
	if test := testName(s); test != "" {
		text += " (" + test + ")"
	}
	if s.Creator != "" && !startsTests(s.Creator) {
		text += fmt.Sprintf(", which %s started,", s.Creator)
	}
	return text + " at"
}

// lockName is the class of a lock, or the place where it was first acquired.
func lockName(n Name) string {
	name := n.Class
	if name == "" {
		f := frameAt(n.PC)
		name = fmt.Sprintf("%s(%s:%d)", lastElement(f.Function), lastElement(f.File), f.Line)
	}
	if n.Level > 0 {
		name += fmt.Sprintf("/%d", n.Level)
	}
	if n.Instance > 0 {
		name += fmt.Sprintf("#%d", n.Instance)
	}
	return name
}

// lastElement drops the directories of a file name or an import path. File names
// have slashes here on every system.
func lastElement(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// PlaceOf names a place as the static side does.
func PlaceOf(pc uintptr) Place {
	f := frameAt(pc)
	return Place{Pkg: PackageOf(f.Function), File: lastElement(f.File), Func: lastElement(f.Function), Line: f.Line}
}

// frameAt resolves a return address.
func frameAt(pc uintptr) runtime.Frame {
	for _, f := range resolve([]uintptr{pc}) {
		return f
	}
	return runtime.Frame{}
}

// isTest reports whether the code at pc is in a file of tests.
//
//go:norace
func isTest(pc uintptr) bool {
	f := runtime.FuncForPC(pc - 1)
	if f == nil {
		return false
	}
	file, _ := f.FileLine(pc - 1)
	const suffix = "_test.go"
	return len(file) >= len(suffix) && file[len(file)-len(suffix):] == suffix
}

// resolve returns the frames of the program, without those of the checker and
// of what starts goroutines and tests.
func resolve(pcs []uintptr) []runtime.Frame {
	var list []runtime.Frame
	frames := runtime.CallersFrames(pcs)
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if f.PC != 0 && !ours(f.Function) && f.Function != "runtime.goexit" {
			list = append(list, f)
		}
	}
	return list
}

func writeStack(b *strings.Builder, s *Stack) {
	if s == nil {
		return
	}
	for _, f := range resolve(s.PCs[:s.N]) {
		if f.Function == "testing.tRunner" {
			break
		}
		writeFrame(b, f)
	}
}

func writeFrame(b *strings.Builder, f runtime.Frame) {
	fmt.Fprintf(b, "    %s\n      %s:%d\n", f.Function, f.File, f.Line)
}

// testName is the test that runs on the goroutine, or that started it.
func testName(s *Stack) string {
	test := ""
	for _, f := range resolve(s.PCs[:s.N]) {
		if f.Function == "testing.tRunner" {
			break
		}
		test = f.Function
	}
	for _, name := range []string{test, s.Creator} {
		_, fn, _ := strings.Cut(lastElement(name), ".")
		fn, _, _ = strings.Cut(fn, ".")
		for _, kind := range []string{"Test", "Fuzz", "Benchmark", "Example"} {
			if strings.HasPrefix(fn, kind) {
				return fn
			}
		}
	}
	return ""
}
