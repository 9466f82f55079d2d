// Lockvet reports lock misuse in Go programs.
//
// It runs under the go command, which keeps its results in the build cache:
//
//	go vet -vettool=$(which lockvet) ./...
//
// or by itself, with the same findings:
//
//	lockvet [flags] packages
//	lockvet help [topic]
//
// It also runs tests and watches the locks that they take, with no change to
// the program:
//
//	lockvet test [flags] [packages] [go test flags]
//
// Run by itself it prints findings to standard output, one line each with the
// evidence indented below, and everything else to standard error. Its exit
// status is 0 if nothing was found, 3 if something was, 1 if packages could
// not be loaded or analysed, and 2 if the command line is wrong. With -json,
// as under go vet, findings do not change the exit status.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/lockvet/lockvet/passes"
)

// Exit statuses of the plain command. Under go vet the go command decides.
const (
	exitClean    = 0
	exitFailed   = 1 // packages could not be loaded or analysed
	exitUsage    = 2
	exitFindings = 3 // the status x/tools' own multichecker uses
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "test" {
		relaxGC()
		os.Exit(runTest(os.Args[2:], os.Stdout, os.Stderr))
	}
	if vetProtocol(os.Args[1:]) {
		relaxGC()
		unitchecker.Main(passes.Analyzers...) // exits
	}
	os.Exit(run(os.Args[1:], passes.Analyzers, os.Stdout, os.Stderr))
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

// run is the plain command. It returns the exit status.
func run(args []string, suite []*analysis.Analyzer, stdout, stderr io.Writer) int {
	fail := func(status int, format string, args ...any) int {
		fmt.Fprintf(stderr, "lockvet: "+format+"\n", args...)
		return status
	}

	opts, err := parseArgs(args, suite)
	if err != nil {
		return fail(exitUsage, "%v", err)
	}
	switch {
	case opts.help:
		if err := printHelp(stdout, opts, suite); err != nil {
			return fail(exitUsage, "%v", err)
		}
		return exitClean
	case opts.version:
		fmt.Fprintln(stdout, versionLine())
		return exitClean
	case len(opts.patterns) == 0:
		return fail(exitUsage, "no packages named: usage: lockvet [flags] packages, such as lockvet ./... (lockvet help lists the flags)")
	}

	if opts.dir != "" {
		// As in the go command, -C changes what everything else is relative
		// to, the printed file names included.
		if err := os.Chdir(opts.dir); err != nil {
			return fail(exitFailed, "-C: %v", err)
		}
	}

	res, err := check(opts)
	if err != nil {
		return fail(exitFailed, "%v", err)
	}
	for _, e := range res.errors {
		fail(exitFailed, "%s", e)
	}
	n, err := res.print(stdout, opts.json)
	switch {
	case err != nil:
		return fail(exitFailed, "%v", err)
	case len(res.errors) > 0:
		return exitFailed
	case n > 0 && !opts.json:
		return exitFindings
	}
	return exitClean
}
