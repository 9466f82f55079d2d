package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// options is a parsed command line.
type options struct {
	analyzers []*analysis.Analyzer // the selected ones
	patterns  []string             // package patterns
	flags     *flag.FlagSet

	help       bool
	helpTopics []string

	version bool
	json    bool
	tests   bool
	tags    string
	dir     string
}

// parseArgs reads the command line. The flags of the analyzers, and the rule by
// which -NAME flags select analyzers, are those that go vet -vettool offers.
func parseArgs(args []string, suite []*analysis.Analyzer) (*options, error) {
	opts := &options{}
	fs := flag.NewFlagSet("lockvet", flag.ContinueOnError)
	fs.SetOutput(io.Discard) // the caller prints the error, on one line
	fs.Usage = func() {}
	opts.flags = fs
	fs.BoolVar(&opts.json, "json", false, "print findings as JSON, with exit status 0")
	fs.BoolVar(&opts.tests, "test", true, "analyse test files too")
	fs.StringVar(&opts.tags, "tags", "", "comma-separated `list` of build tags")
	fs.StringVar(&opts.dir, "C", "", "change to `dir` before doing anything else")
	fs.BoolVar(&opts.version, "version", false, "print the version and exit")

	selected := make(map[*analysis.Analyzer]*triState)
	for _, a := range suite {
		sel := new(triState)
		selected[a] = sel
		fs.Var(sel, a.Name, fmt.Sprintf("run the %s analyzer (naming one turns the others off)", a.Name))
		a.Flags.VisitAll(func(f *flag.Flag) {
			fs.Var(f.Value, a.Name+"."+f.Name, f.Usage)
		})
	}

	err := fs.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		opts.help = true
		return opts, nil
	}
	if err != nil {
		// Package flag's error for a bad value ends in the cause and may
		// quote arbitrary input: keep it to one line.
		return nil, fmt.Errorf("%s (lockvet help lists the flags)", oneLine(err.Error()))
	}
	opts.patterns = fs.Args()
	if len(opts.patterns) > 0 && opts.patterns[0] == "help" {
		opts.help = true
		opts.helpTopics = opts.patterns[1:]
		return opts, nil
	}
	for _, p := range opts.patterns {
		// A flag after the first pattern would otherwise be looked up as a package.
		if strings.HasPrefix(p, "-") {
			return nil, fmt.Errorf("flag %s must come before the packages", p)
		}
	}
	opts.analyzers = choose(suite, selected)
	if len(opts.analyzers) == 0 {
		return nil, errors.New("every analyzer is turned off")
	}
	return opts, nil
}

// choose applies the selection rule of go vet: if any analyzer was named true,
// only those run; otherwise all but those named false.
func choose(suite []*analysis.Analyzer, selected map[*analysis.Analyzer]*triState) []*analysis.Analyzer {
	onlyTrue := false
	for _, sel := range selected {
		onlyTrue = onlyTrue || *sel == setTrue
	}
	var keep []*analysis.Analyzer
	for _, a := range suite {
		if sel := *selected[a]; sel == setTrue || sel == unset && !onlyTrue {
			keep = append(keep, a)
		}
	}
	return keep
}

// A triState is a boolean flag that knows whether it was set at all.
type triState int

const (
	unset triState = iota
	setTrue
	setFalse
)

func (t *triState) String() string {
	return strconv.FormatBool(t == nil || *t != setFalse)
}

func (t *triState) Set(value string) error {
	b, err := strconv.ParseBool(value)
	if err != nil {
		return errors.New("want true or false")
	}
	*t = setFalse
	if b {
		*t = setTrue
	}
	return nil
}

func (t *triState) IsBoolFlag() bool { return true }

// versionLine names the build: module version if there is one, otherwise the
// revision it was built from.
func versionLine() string {
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
	return fmt.Sprintf("lockvet %s %s %s/%s", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// oneLine joins the lines of an error message that the go command wrapped.
func oneLine(s string) string {
	return strings.Join(strings.Fields(s), " ")
}
