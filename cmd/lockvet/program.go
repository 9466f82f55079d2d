package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/buildutil"
	"golang.org/x/tools/go/packages"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/orders"
)

// programOptions are what the subcommands that look at a whole program share.
type programOptions struct {
	patterns []string
	tests    bool
	tags     string
	dir      string
	help     bool
}

func (opts *programOptions) addFlags(fs *flag.FlagSet) {
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	fs.BoolVar(&opts.tests, "tests", false, "read test files too")
	fs.StringVar(&opts.tags, "tags", "", "comma-separated `list` of build tags")
	fs.StringVar(&opts.dir, "C", "", "change to `dir` before doing anything else")
	for _, name := range []string{"lockorder.locks", "trylockorder.spinning"} {
		analyzer, flagName, _ := strings.Cut(name, ".")
		f := find(analyzer).Flags.Lookup(flagName)
		fs.Var(f.Value, name, f.Usage)
	}
}

// parse reads flags and then arguments, of which the first take away are no
// package patterns.
func (opts *programOptions) parse(fs *flag.FlagSet, args []string, take int) ([]string, error) {
	err := fs.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		opts.help = true
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w (lockvet help %s lists the flags)", err, fs.Name())
	}
	for _, arg := range fs.Args() {
		// A flag after the first argument would otherwise be looked up as a package.
		if strings.HasPrefix(arg, "-") {
			return nil, fmt.Errorf("flag %s must come before the arguments", arg)
		}
	}
	if err := new(buildutil.TagsFlag).Set(opts.tags); err != nil {
		return nil, fmt.Errorf("-tags: %w", err)
	}
	if fs.NArg() < take {
		return nil, nil
	}
	if opts.patterns = fs.Args()[take:]; len(opts.patterns) == 0 {
		opts.patterns = []string{"./..."}
	}
	return fs.Args()[:take], nil
}

// A program is the packages that the patterns name and all they import, analysed.
type program struct {
	*orders.Program
	named map[string]bool   // import paths of the packages that were named
	files map[string]string // full name of a file, by import path and base name
}

// loadProgram loads and analyses the packages. If one does not compile there is no
// answer: it would lack orders.
func loadProgram(opts *programOptions) (*program, error) {
	cfg := &packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule | packages.NeedForTest, Tests: opts.tests}
	if opts.tags != "" {
		cfg.BuildFlags = []string{"-tags=" + opts.tags}
	}
	roots, err := packages.Load(cfg, opts.patterns...)
	if err != nil {
		return nil, usageError{errors.New(loadMessage(err.Error()))}
	}
	if len(roots) == 0 {
		return nil, usageError{fmt.Errorf("%s matched no packages", strings.Join(opts.patterns, " "))}
	}
	p := &program{named: make(map[string]bool), files: make(map[string]string)}
	for _, root := range roots {
		if !isTestMain(root) {
			p.named[root.PkgPath] = true
		}
	}
	var all []*packages.Package
	for pkg := range packages.Postorder(roots) {
		if len(pkg.Errors) > 0 {
			return nil, loadError(pkg.Errors[0])
		}
		if isTestMain(pkg) || pkg.IllTyped {
			continue
		}
		all = append(all, pkg)
		for _, name := range slices.Concat(pkg.CompiledGoFiles, pkg.GoFiles) { // of cgo, the second are what people know
			p.files[pkg.PkgPath+"/"+filepath.Base(name)] = name
		}
	}
	parts, err := analyse(all)
	if err != nil {
		return nil, err
	}
	p.Program = orders.New(parts)
	return p, nil
}

// loadError is what is wrong with a package: it is not there, or does not compile.
func loadError(e packages.Error) error {
	if e.Kind == packages.ListError || e.Kind == packages.UnknownError {
		return usageError{errors.New(loadMessage(e.Msg))}
	}
	return errors.New(oneLine(e.Error()))
}

func analyse(pkgs []*packages.Package) ([]*orders.Part, error) {
	orders.Prepare()
	graph, err := checker.Analyze([]*analysis.Analyzer{orders.Analyzer}, pkgs, nil)
	if err != nil {
		return nil, err
	}
	var parts []*orders.Part
	for _, act := range graph.Roots {
		if act.Err != nil {
			cause, _, _ := strings.Cut(act.Err.Error(), "\n") // a stack trace may follow
			return nil, fmt.Errorf("%s: %s", act.Package.ID, cause)
		}
		parts = append(parts, act.Result.(*orders.Part))
	}
	return parts, nil
}

// isNamed reports whether a package is one of those that the patterns named.
func (p *program) isNamed(pkg string) bool { return p.named[pkg] }

// where shows a place: the file as the user would name it, or its package.
func (p *program) where(s lockgraph.Site) string {
	if name, ok := p.files[s.Pkg+"/"+s.File]; ok && p.named[s.Pkg] {
		return fmt.Sprintf("%s:%d", shortPath(name), s.Line)
	}
	return s.String()
}

// short leaves of the name of a lock what stands in reports: the last element of the
// import path, and what follows.
func short(class string) string {
	path, _, _ := strings.Cut(class, "[") // the type arguments have paths of their own
	return class[strings.LastIndexByte(path, '/')+1:]
}

// step says what the code of an edge does.
func (p *program) step(e *lockgraph.Edge) string {
	if e.Origin == 0 && e.Held == e.Site {
		return fmt.Sprintf("%s before %s is declared at %s", short(e.From), short(e.To), p.where(e.Site))
	}
	text := fmt.Sprintf("%s %s at %s", short(e.To), taken(e), p.where(e.Site))
	var calls []string
	for _, s := range slices.Backward(e.Calls) {
		calls = append(calls, p.where(s))
	}
	if e.Report != e.Site && (len(e.Calls) == 0 || e.Calls[0] != e.Report) {
		calls = append(calls, p.where(e.Report))
	}
	if len(calls) > 0 {
		text += " (called from " + strings.Join(calls, ", from ") + ")"
	}
	text += fmt.Sprintf(" while %s is held since %s", short(e.From), p.where(e.Held))
	for _, g := range e.Gates {
		text += ", under " + short(g.Class)
	}
	return text
}

// takenHow says how the second lock of an edge is taken.
var takenHow = map[lockgraph.Kind]string{
	lockgraph.Wait: "locked", lockgraph.Poll: "polled until it is locked", lockgraph.Spin: "spun on",
	lockgraph.Retry: "tried again and again", lockgraph.Try: "tried",
}

func taken(e *lockgraph.Edge) string {
	if e.ToMode == lockgraph.Shared {
		return takenHow[e.Kind] + " for reading"
	}
	return takenHow[e.Kind]
}

// ring lists the classes of a cycle, back to the first.
func ring(c *lockgraph.Cycle) string {
	names := c.Classes()
	if c.Verdict != lockgraph.OrderViolation {
		names = append(names, c.Edges[0].From)
	}
	for i := range names {
		names[i] = short(names[i])
	}
	return strings.Join(names, " -> ")
}

// enter changes to the directory of -C. As in the go command, everything else is then
// relative to it, the printed file names included.
func enter(dir string) error {
	if dir == "" {
		return nil
	}
	if err := os.Chdir(dir); err != nil {
		return fmt.Errorf("-C: %w", err)
	}
	return nil
}

// shortPath returns path relative to the working directory if that is shorter,
// by the rule of the go command.
func shortPath(path string) string {
	wd, err := os.Getwd()
	if err != nil {
		return path
	}
	rel, err := filepath.Rel(wd, path)
	if err != nil || len(rel) >= len(path) || !sameFile(rel, path) {
		return path
	}
	return rel
}

// sameFile guards shortPath against a working directory reached by a symbolic
// link, from which ".." does not lead back the same way.
func sameFile(x, y string) bool {
	xi, err := os.Stat(x)
	if err != nil {
		return false
	}
	yi, err := os.Stat(y)
	return err == nil && os.SameFile(xi, yi)
}
