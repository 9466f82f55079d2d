//go:build (race || lockdep) && !lockdep_overlay

package lockdep

import (
	"fmt"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/lockvet/lockvet/runtime/lockdep/internal/core"
)

// faults says of each fault what it is called and what it means.
var faults = map[core.Fault]struct{ name, title string }{
	core.DoubleLock:    {"double lock", "a goroutine locks what it holds, and waits for itself"},
	core.Upgrade:       {"upgrade", "a goroutine locks what it holds for reading, and waits for itself"},
	core.RecursiveRead: {"recursive read", "a goroutine reads again what it holds for reading; it waits for ever if a writer comes between"},
	core.WrongMode:     {"wrong mode", "a lock is released in another mode than it is held"},
	core.HeldAtExit:    {"held at exit", "a goroutine has ended with a lock that nobody has released"},
	core.NotHeld:       {"not held", "an assertion failed: the goroutine does not hold the lock"},
	core.Held:          {"held", "an assertion failed: the goroutine holds the lock"},
}

var verdicts = [...]struct{ name, title string }{
	core.Wait: {"deadlock", "locks are taken in a circular order, a deadlock"},
	core.Poll: {"livelock", "a lock is polled against the order of other code, a livelock"},
	core.Spin: {"bounded spin", "a lock is spun for against the order of other code"},
}

var modes = [...]string{core.Exclusive: "locked", core.Shared: "read-locked"}

// render makes the report for people.
func render(r *core.Report) Report {
	var b strings.Builder
	var rep Report
	if r.Fault == core.Cycle {
		rep.Fault = verdicts[r.Kind].name
		for i := range r.Steps {
			rep.Locks = append(rep.Locks, lockName(r.Steps[i].From))
		}
		fmt.Fprintf(&b, "LOCKDEP: %s: %s -> %s\n", verdicts[r.Kind].title, strings.Join(rep.Locks, " -> "), rep.Locks[0])
		for i := range r.Steps {
			writeStep(&b, &r.Steps[i])
		}
	} else {
		rep.Fault = faults[r.Fault].name
		s := &r.Steps[0]
		rep.Locks = []string{lockName(s.To)}
		fmt.Fprintf(&b, "LOCKDEP: %s: %s\n", faults[r.Fault].title, rep.Locks[0])
		writeSingle(&b, r, s)
	}
	if r.WriterPC != 0 {
		fmt.Fprintf(&b, "  a writer waits at\n")
		writeFrame(&b, frameAt(r.WriterPC))
	}
	b.WriteString("\n")
	rep.Text = b.String()
	return rep
}

func writeStep(b *strings.Builder, s *core.Step) {
	how := ""
	switch s.Kind {
	case core.Poll:
		how = " by repeated attempts"
	case core.Spin:
		how = " by an attempt that spins"
	}
	fmt.Fprintf(b, "  %s is %s%s%s\n", lockName(s.To), modes[s.ToMode], how, by(s.Stack))
	writeStack(b, s.Stack)
	fmt.Fprintf(b, "  while it holds %s, %s at\n", lockName(s.From), modes[s.FromMode])
	writeFrame(b, frameAt(s.HeldPC))
}

func writeSingle(b *strings.Builder, r *core.Report, s *core.Step) {
	if r.Stack != nil && r.Fault != core.HeldAtExit {
		fmt.Fprintf(b, "  the report is made%s\n", by(r.Stack))
		writeStack(b, r.Stack)
	}
	if s.HeldPC != 0 {
		fmt.Fprintf(b, "  %s at\n", modes[s.FromMode])
		writeFrame(b, frameAt(s.HeldPC))
	}
	if s.Stack != nil && s.Stack != r.Stack {
		fmt.Fprintf(b, "  and again%s\n", by(s.Stack))
		writeStack(b, s.Stack)
	}
}

// by tells of a goroutine who it is.
func by(s *core.Stack) string {
	if s == nil {
		return ""
	}
	text := fmt.Sprintf(" by goroutine %d", s.ID)
	if test := testName(s); test != "" {
		text += " (" + test + ")"
	}
	if s.Creator != "" && s.Creator != "testing.(*T).Run" {
		text += fmt.Sprintf(", which %s started,", s.Creator)
	}
	return text + " at"
}

// lockName is the class of a lock, or the place where it was first acquired.
func lockName(n core.Name) string {
	name := n.Class
	if name == "" {
		f := frameAt(n.PC)
		name = fmt.Sprintf("%s(%s:%d)", shortFunc(f.Function), filepath.Base(f.File), f.Line)
	}
	if n.Level > 0 {
		name += fmt.Sprintf("/%d", n.Level)
	}
	if n.Instance > 0 {
		name += fmt.Sprintf("#%d", n.Instance)
	}
	return name
}

// shortFunc drops the directories of the import path.
func shortFunc(name string) string { return path.Base(name) }

// frameAt resolves a return address.
func frameAt(pc uintptr) runtime.Frame {
	for _, f := range resolve([]uintptr{pc}) {
		return f
	}
	return runtime.Frame{}
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

const ourPath = "github.com/lockvet/lockvet/runtime/lockdep"

// ours reports whether a function belongs to the checker.
func ours(name string) bool {
	rest, ok := strings.CutPrefix(name, ourPath)
	return ok && (strings.HasPrefix(rest, ".(*Mutex).") || strings.HasPrefix(rest, ".(*RWMutex).") ||
		strings.HasPrefix(rest, ".(*rlocker).") || rest == ".LockNested" || strings.HasPrefix(rest, ".Assert") ||
		strings.HasPrefix(rest, "/internal/"))
}

func writeStack(b *strings.Builder, s *core.Stack) {
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
func testName(s *core.Stack) string {
	test := ""
	for _, f := range resolve(s.PCs[:s.N]) {
		if f.Function == "testing.tRunner" {
			break
		}
		test = f.Function
	}
	for _, name := range []string{test, s.Creator} {
		base := name[strings.LastIndexByte(name, '/')+1:]
		if _, fn, ok := strings.Cut(base, "."); ok {
			fn, _, _ = strings.Cut(fn, ".")
			if strings.HasPrefix(fn, "Test") || strings.HasPrefix(fn, "Fuzz") || strings.HasPrefix(fn, "Benchmark") || strings.HasPrefix(fn, "Example") {
				return fn
			}
		}
	}
	return ""
}
