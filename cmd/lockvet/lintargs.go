package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/buildutil"

	"github.com/lockvet/lockvet/passes"
)

// lintOptions is the command line of the plain command.
type lintOptions struct {
	analyzers []*analysis.Analyzer // the selected ones
	patterns  []string             // package patterns

	format      string
	fail        []string // analyzers whose findings make the status 1
	showIgnored bool
	tests       bool
	tags        string
	goVersion   string
	dir         string

	baseline      string // findings that are known
	writeBaseline string

	explain    string
	listChecks bool
	version    bool
	help       bool
}

// formats are the values of -f.
var formats = []string{"text", "stylish", "json", "sarif"}

func parseLintArgs(args []string) (*lintOptions, error) {
	opts := &lintOptions{}
	fs, selected := opts.flagSet()
	err := fs.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		opts.help = true
		return opts, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w (lockvet help lists the flags)", err)
	}
	opts.patterns = fs.Args()
	for _, p := range opts.patterns {
		// A flag after the first pattern would otherwise be looked up as a package.
		if strings.HasPrefix(p, "-") {
			return nil, fmt.Errorf("flag %s must come before the packages", p)
		}
	}
	if len(opts.patterns) == 0 {
		opts.patterns = []string{"."}
	}
	if opts.analyzers, err = selected.choose(); err != nil {
		return nil, err
	}
	return opts, opts.check()
}

// flagSet defines the flags. Its errors are printed by the caller, on one line.
func (opts *lintOptions) flagSet() (*flag.FlagSet, selection) {
	fs := flag.NewFlagSet("lockvet", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	fs.StringVar(&opts.format, "f", "text", "print findings in this `format`: "+strings.Join(formats, ", "))
	opts.fail = []string{"all"}
	fs.Func("fail", "comma-separated `list` of the analyzers whose findings make the exit status 1: all, none, or their names (default all)", func(s string) error {
		opts.fail = strings.Split(s, ",")
		return nil
	})
	fs.BoolVar(&opts.showIgnored, "show-ignored", false, "print what //lint:ignore silences as well")
	fs.BoolVar(&opts.tests, "tests", true, "analyse test files too")
	fs.StringVar(&opts.tags, "tags", "", "comma-separated `list` of build tags")
	fs.StringVar(&opts.goVersion, "go", "module", "analyse for this `version` of Go, such as 1.25, or for the module's own")
	fs.StringVar(&opts.dir, "C", "", "change to `dir` before doing anything else")
	fs.StringVar(&opts.baseline, "baseline", "", "report only what is not in this `file`, which -write-baseline has written")
	fs.StringVar(&opts.writeBaseline, "write-baseline", "", "write the findings to `file` and print none")
	fs.StringVar(&opts.explain, "explain", "", "print the documentation of an `analyzer`")
	fs.BoolVar(&opts.listChecks, "list-checks", false, "list the analyzers")
	fs.BoolVar(&opts.version, "version", false, "print the version")
	selected := addFlags(fs)
	fs.Var(bothDeps{}, "deps", "report cycles that lie wholly in other modules, too; with `modules`, separated by commas, in these")
	return fs, selected
}

// bothDeps sets the flag deps of all analyzers that have it.
type bothDeps struct{}

func (bothDeps) String() string   { return "" }
func (bothDeps) IsBoolFlag() bool { return true }

func (bothDeps) Set(value string) error {
	for _, a := range passes.Analyzers {
		if f := a.Flags.Lookup("deps"); f != nil {
			if err := f.Value.Set(value); err != nil {
				return err
			}
		}
	}
	return nil
}

// check looks at what is known without looking at packages.
func (opts *lintOptions) check() error {
	if !slices.Contains(formats, opts.format) {
		return fmt.Errorf("-f %s: no such format; there are %s", opts.format, strings.Join(formats, ", "))
	}
	for _, name := range opts.fail {
		if name != "all" && name != "none" && find(name) == nil {
			return fmt.Errorf("-fail: %w, and all and none", unknownAnalyzer(name))
		}
	}
	if opts.explain != "" && find(opts.explain) == nil {
		return fmt.Errorf("-explain: %w", unknownAnalyzer(opts.explain))
	}
	if err := new(buildutil.TagsFlag).Set(opts.tags); err != nil {
		return fmt.Errorf("-tags: %w", err)
	}
	if opts.baseline != "" && opts.writeBaseline != "" {
		return errors.New("-baseline and -write-baseline exclude each other; give one of them")
	}
	return nil
}
