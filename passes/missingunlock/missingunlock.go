package missingunlock

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/docs"
	"github.com/lockvet/lockvet/passes/internal/lockflow"
)

//go:embed doc.go
var doc string

// Analyzer reports paths on which a lock is not unlocked.
var Analyzer = &analysis.Analyzer{
	Name:     "missingunlock",
	Doc:      docs.Text(doc, "missingunlock"),
	URL:      "https://pkg.go.dev/github.com/lockvet/lockvet/passes/missingunlock",
	Run:      run,
	Requires: []*analysis.Analyzer{inspect.Analyzer, lockflow.Analyzer},
}

var panics bool // -panics flag

func init() {
	Analyzer.Flags.BoolVar(&panics, "panics", false, "also report locks held at a panic that no caller in sight recovers")
}

func run(pass *analysis.Pass) (any, error) {
	locks, err := lockflow.Of(pass)
	if err != nil {
		return nil, err
	}
	// One acquisition is told where it is nearest: in a closure before the
	// function around it, in a function before its callers.
	held := slices.Clone(locks.Held)
	slices.SortStableFunc(held, func(a, b lockflow.Held) int {
		return cmp.Or(cmp.Compare(len(a.Calls), len(b.Calls)), -cmp.Compare(depth(&a), depth(&b)))
	})
	told := make(map[lockgraph.Site]int) // how many calls away
	for i := range held {
		h := &held[i]
		away, again := told[h.Site]
		if again && away < len(h.Calls) {
			continue
		}
		if message := judge(locks, h); message != "" {
			d := analysis.Diagnostic{Pos: h.Pos, Message: message, Related: locks.RelatedAt(h.Site, locks.Name(h.Lock)+" locked here")}
			if !again { // once for all paths
				d.SuggestedFixes = deferUnlock(pass, h)
			}
			told[h.Site] = len(h.Calls)
			locks.Report(pass, d)
		}
	}
	return nil, nil
}

// judge returns the message for a lock that is held at an end, "" if that may
// be meant.
func judge(locks *lockflow.Result, h *lockflow.Held) string {
	name := locks.Name(h.Lock)
	since := locks.Since(h)
	if h.Flag && (!h.Later || h.Tried && len(h.Calls) > 0) {
		return "" // set for good, and cleared only if that fails
	}
	if h.Out || h.Inverted || h.Handled && !(h.HandsOut && h.Failure) {
		return ""
	}
	switch h.Kind {
	case lockflow.ExitPanic:
		if h.Recovered {
			return fmt.Sprintf("%s is held at this panic, which a caller recovers: %s", name, since)
		}
		if panics && !h.Test {
			return fmt.Sprintf("%s is held at this panic: %s", name, since)
		}
		return ""
	case lockflow.ExitLoop:
		if h.Elsewhere {
			return fmt.Sprintf("%s is not unlocked on this way out of the loop body: %s", name, since)
		}
		return ""
	case lockflow.ExitGoroutine:
		return fmt.Sprintf("%s is not unlocked on this path of the goroutine that it was handed to: %s", name, since)
	}
	if (h.Elsewhere || h.HandsOut) && !helper(h) {
		return fmt.Sprintf("%s is not unlocked on this path: %s", name, since)
	}
	if !h.Elsewhere && forgotten(h) {
		return fmt.Sprintf("%s is never unlocked: %s", name, since)
	}
	return ""
}

// depth is 1 for a function literal.
func depth(h *lockflow.Held) int {
	if h.Closure {
		return 1
	}
	return 0
}

// helper reports whether a function that unlocks on some paths may mean to
// return with the lock held on this one: it gives up early otherwise, or says
// by its result that the lock is held, and someone is there to release it.
func helper(h *lockflow.Held) bool {
	switch {
	case h.Failure, h.Told == lockflow.ToldFailure:
		return false
	case h.Told == lockflow.ToldSuccess && h.Later:
		return h.Partner || h.Exported && !h.Private
	case h.Told == lockflow.ToldSuccess:
		return h.Partner || h.Exported || !h.Callers
	}
	return h.Partner && !h.Later
}

// forgotten reports whether a lock that a function never unlocks is forgotten,
// and not left to callers.
func forgotten(h *lockflow.Held) bool {
	if h.Home || h.TellsCaller || locks(h.Func) || h.Callers || h.Closure || h.Test || h.Ends || h.Partner {
		return false
	}
	return !h.Exported || h.Private && !last(h.Func)
}

// locks reports whether a function is by its name there to lock.
func locks(name string) bool {
	name = strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
	return slices.ContainsFunc([]string{"lock", "rlock", "trylock", "tryrlock", "acquire"}, func(p string) bool { return strings.HasPrefix(name, p) })
}

// last reports whether a function is by its name the last to use an object,
// which may stay locked.
func last(name string) bool {
	name = name[strings.LastIndexByte(name, '.')+1:]
	return slices.ContainsFunc([]string{"Close", "Shutdown", "Stop", "Destroy", "Kill", "Finish", "Freeze"}, func(p string) bool { return strings.HasPrefix(name, p) })
}
