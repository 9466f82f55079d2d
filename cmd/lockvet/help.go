package main

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"golang.org/x/tools/go/analysis"
)

const overview = `Lockvet reports lock misuse in Go programs.

Usage:

	lockvet [flags] packages
	lockvet test [flags] [packages] [go test flags]
	lockvet help [test | analyzer]
	go vet -vettool=$(which lockvet) [flags] packages

Findings go to standard output. The exit status is 0 if nothing was found,
3 if something was, 1 if packages could not be loaded or analysed, and 2 if the
command line is wrong. With -json, findings do not change the exit status.

Lockvet test runs go test and reports what goes wrong with locks meanwhile;
lockvet help test says more.

//lint:ignore NAME reason on the line of a finding or of an acquisition, or the
line above it, silences it; //lint:file-ignore NAME reason silences a file.

Analyzers:

`

// printHelp answers "lockvet help" and "lockvet help NAME...", where NAME is an
// analyzer or test.
func printHelp(w io.Writer, opts *options, suite []*analysis.Analyzer) error {
	if len(opts.helpTopics) == 0 {
		io.WriteString(w, overview)
		for _, a := range suite {
			title, _, _ := strings.Cut(a.Doc, "\n\n")
			fmt.Fprintf(w, "    %-14s %s\n", a.Name, oneLine(title))
		}
		io.WriteString(w, "\nFlags:\n\n")
		opts.flags.SetOutput(w)
		opts.flags.PrintDefaults()
		return nil
	}

	// All names are looked up first, so that a bad one prints nothing else.
	var topics []func()
	for _, name := range opts.helpTopics {
		a := find(suite, name)
		switch {
		case name == "test":
			topics = append(topics, func() { io.WriteString(w, testHelp) })
		case a != nil:
			topics = append(topics, func() {
				fmt.Fprintf(w, "%s: %s\n", a.Name, strings.TrimSpace(a.Doc))
				printAnalyzerFlags(w, a)
			})
		default:
			return fmt.Errorf("no analyzer is called %q; there are %s", name, names(suite))
		}
	}
	for i, print := range topics {
		if i > 0 {
			io.WriteString(w, "\n")
		}
		print()
	}
	return nil
}

// printAnalyzerFlags lists the flags of a as the command line spells them.
func printAnalyzerFlags(w io.Writer, a *analysis.Analyzer) {
	fs := flag.NewFlagSet(a.Name, flag.ContinueOnError)
	fs.SetOutput(w)
	empty := true
	a.Flags.VisitAll(func(f *flag.Flag) {
		empty = false
		fs.Var(f.Value, a.Name+"."+f.Name, f.Usage)
	})
	if !empty {
		io.WriteString(w, "\nFlags:\n\n")
		fs.PrintDefaults()
	}
}

func find(suite []*analysis.Analyzer, name string) *analysis.Analyzer {
	for _, a := range suite {
		if a.Name == name {
			return a
		}
	}
	return nil
}

func names(suite []*analysis.Analyzer) string {
	var list []string
	for _, a := range suite {
		list = append(list, a.Name)
	}
	return strings.Join(list, ", ")
}
