// Lockvet reports lock misuse in Go programs.
//
//	lockvet [flags] packages
//
// It is a tool for go vet as well, which finds the same:
//
//	go vet -vettool=$(which lockvet) ./...
//
// It also runs tests and watches the locks that they take, with no change to
// the program:
//
//	lockvet test [flags] [packages] [go test flags]
//
// lockvet help lists all there is. The exit status is 0 if nothing was found, 1 if
// something was, or a package does not compile, and 2 if the command line is
// wrong or names packages that there are not.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/lockvet/lockvet/passes"
)

// Exit statuses. Under go vet the go command decides.
const (
	exitClean    = 0
	exitFindings = 1 // also: a package does not compile, or its analysis failed
	exitFailed   = 1 // of a subcommand that could not do its work
	exitUsage    = 2 // also: a package cannot be found
)

// A subcommand is what may stand first on the command line.
type subcommand struct {
	name, usage, about string
	run                func(args []string, stdout, stderr io.Writer) int
}

// subcommands in the order in which help lists them. Whatever else stands first
// is a flag or a package of the plain command.
var subcommands []subcommand

func init() { // runHelp refers to the list
	subcommands = []subcommand{
		{"test", "lockvet test [flags] [packages] [go test flags]", "run tests and watch the locks that they take", runTest},
		{"graph", "lockvet graph [flags] [packages]", "show which locks are taken while which others are held", runGraph},
		{"audit", "lockvet audit [flags] [packages]", "say of each TryLock whether it may spin", runAudit},
		{"why", "lockvet why [flags] before after [packages]", "explain the order of two locks", runWhy},
		{"help", "lockvet help [subcommand | analyzer]...", "say more of a subcommand or an analyzer", runHelp},
	}
}

func main() {
	args := os.Args[1:]
	relaxGC()
	if vetProtocol(args) {
		unitchecker.Main(passes.Analyzers...) // exits
	}
	if len(args) > 0 {
		for _, sub := range subcommands {
			if sub.name == args[0] {
				os.Exit(sub.run(args[1:], os.Stdout, os.Stderr))
			}
		}
	}
	os.Exit(runLint(args, os.Stdout, os.Stderr))
}

// relaxGC trades memory for time: under go vet a process lives for one
// package, and lockvet test reads sources once, for which the collector's default
// is too eager. Once the heap is large the default is back. GOGC overrides both.
func relaxGC() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
		restoreGC()
	}
}

// restoreGC looks at the heap after each collection until it is large.
func restoreGC() {
	const large = 256 << 20 // bytes; few packages of the standard library come near
	runtime.AddCleanup(new([16]byte), func(int) {
		var m runtime.MemStats
		if runtime.ReadMemStats(&m); m.HeapAlloc > large {
			debug.SetGCPercent(100)
			return
		}
		restoreGC()
	}, 0)
}

// vetProtocol reports whether the caller is the go command, which asks for the
// tool's version, then for its flags, then names one package's .cfg file
// after whatever flags the user gave.
func vetProtocol(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		return arg == "-V=full" || arg == "-flags" || strings.HasSuffix(arg, ".cfg")
	})
}

// fail prints one line about what is wrong and returns the status.
func fail(stderr io.Writer, status int, err error) int {
	fmt.Fprintf(stderr, "lockvet: %s\n", oneLine(err.Error()))
	return status
}

// usageError is a fault of the command line, which a subcommand returns.
type usageError struct{ error }

// failSub prints what is wrong with a subcommand and returns the status.
func failSub(stderr io.Writer, err error) int {
	if _, ok := errors.AsType[usageError](err); ok {
		return fail(stderr, exitUsage, err)
	}
	return fail(stderr, exitFailed, err)
}

// oneLine joins the lines of an error message that the go command wrapped.
func oneLine(s string) string {
	return strings.Join(strings.Fields(s), " ")
}

// versionLine names the build: module version if there is one, otherwise the
// revision it was built from.
func versionLine() string {
	return fmt.Sprintf("lockvet %s %s %s/%s", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func version() string {
	version := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" {
			version = info.Main.Version
		}
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && version == "(devel)" {
				version = s.Value
			}
		}
	}
	return version
}
