package main

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lockvet/lockvet/passes"
)

const overview = `Lockvet reports lock misuse in Go programs.

Usage:

	lockvet [flags] packages
	go vet -vettool=$(which lockvet) [flags] packages
%s
Packages are named as for the go command, such as ./... for all below the current
directory, which is what lockvet looks at if none is named.

Findings go to standard output, one line each with the evidence, and everything
else to standard error. The exit status is 0 if nothing was found, 1 if something
was or a package does not compile, and 2 if the command line is wrong or names what
there is not. lockvet -explain NAME says what a finding means and what to do.

//lint:ignore NAME reason on the line of a finding or of an acquisition, or the
line above it, silences it; //lint:file-ignore NAME reason silences a file. One that
silences nothing is reported. In an old code base, begin with

	lockvet -write-baseline lockvet.json ./...
	lockvet -baseline lockvet.json ./...

The first writes down what there is, the second reports only what is new.

Subcommands, of which lockvet help NAME says more:

%s
Analyzers:

`

// runHelp is lockvet help. Its arguments are names of analyzers and subcommands.
func runHelp(args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		printOverview(stdout)
		return exitClean
	}
	// All names are looked up first, so that a bad one prints nothing else.
	var topics []func()
	for _, name := range args {
		a := find(name)
		sub := slices.IndexFunc(subcommands, func(s subcommand) bool { return s.name == name && name != "help" })
		switch {
		case sub >= 0:
			topics = append(topics, func() { subcommands[sub].run([]string{"-h"}, stdout, stderr) })
		case a != nil:
			topics = append(topics, func() { printManual(stdout, a) })
		default:
			return fail(stderr, exitUsage, unknownAnalyzer(name))
		}
	}
	for i, print := range topics {
		if i > 0 {
			io.WriteString(stdout, "\n")
		}
		print()
	}
	return exitClean
}

// printHelp prints the help of a subcommand with its flags.
func printHelp(w io.Writer, text string, fs *flag.FlagSet) int {
	io.WriteString(w, text)
	fs.SetOutput(w)
	fs.PrintDefaults()
	return exitClean
}

func printOverview(w io.Writer) {
	var usages, abouts strings.Builder
	for _, sub := range subcommands {
		fmt.Fprintf(&usages, "\t%s\n", sub.usage)
		fmt.Fprintf(&abouts, "    %-14s %s\n", sub.name, sub.about)
	}
	fmt.Fprintf(w, overview, usages.String(), abouts.String())
	listAnalyzers(w, "    ")
	io.WriteString(w, "\nFlags:\n\n")
	fs, _ := new(lintOptions).flagSet()
	fs.SetOutput(w)
	fs.PrintDefaults()
}

// listAnalyzers prints a line for each analyzer.
func listAnalyzers(w io.Writer, indent string) {
	for _, a := range passes.Analyzers {
		title, _, _ := strings.Cut(a.Doc, "\n\n")
		fmt.Fprintf(w, "%s%-14s %s\n", indent, a.Name, oneLine(title))
	}
}

func printManual(w io.Writer, a *analysis.Analyzer) {
	fmt.Fprintf(w, "%s: %s\n", a.Name, strings.TrimSpace(a.Doc))
	printAnalyzerFlags(w, a)
	fmt.Fprintf(w, "\nOnline: %s\n", a.URL)
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
