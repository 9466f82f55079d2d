package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
	"honnef.co/go/tools/lintcmd"
	"honnef.co/go/tools/lintcmd/cache"
	"honnef.co/go/tools/lintcmd/runner"
	"honnef.co/go/tools/sarif"

	"github.com/lockvet/lockvet/passes"
)

// A linter runs honnef.co/go/tools/lintcmd, the driver of staticcheck, in two
// steps that it offers itself: -f binary analyses and writes what was found in
// the gob encoding, and -merge reads that and prints it. In between, findings can
// be looked at and left out.
type linter struct {
	opts *lintOptions
	dir  string
	cmd  *lintcmd.Command
}

// lintResult is what lintcmd encodes, by the names of the fields.
type lintResult struct {
	CheckedFiles []string
	Diagnostics  []finding
	Warnings     []string
}

// A finding is one diagnostic in there. Its Category is the name of the analyzer,
// or one of those below.
type finding struct {
	runner.Diagnostic
	Severity  uint8
	MergeIf   lint.MergeStrategy
	BuildName string
}

// Categories that no analyzer has.
const (
	byCompiler  = "compile"     // a package does not compile
	byLoader    = "config"      // a file cannot be read
	byDirective = "staticcheck" // a directive matches nothing
	byLockvet   = "lockvet"     // the same, under our name
)

// severityIgnored is that of a finding that a directive silences.
const severityIgnored = 2

func newLinter(opts *lintOptions) (*linter, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	modules, err := mainModules()
	if err != nil {
		return nil, err
	}
	passes.UnderStaticcheck(modules)
	if err := openCache(modules); err != nil {
		return nil, err
	}
	l := &linter{opts: opts, dir: dir, cmd: lintcmd.NewCommand("lockvet")}
	l.cmd.SetVersion(version(), version())
	for _, a := range opts.analyzers {
		l.cmd.AddAnalyzers(&lint.Analyzer{Analyzer: a, Doc: documentation(a)})
	}
	return l, l.set(map[string]string{
		"checks": "all", // whatever a staticcheck.conf says
		"tags":   opts.tags,
		"tests":  fmt.Sprint(opts.tests),
		"go":     opts.goVersion,
	})
}

// documentation is what SARIF says of an analyzer.
func documentation(a *analysis.Analyzer) *lint.RawDocumentation {
	title, text, _ := strings.Cut(a.Doc, "\n\n")
	return &lint.RawDocumentation{
		Title:    title,
		Text:     strings.ReplaceAll(text, "\n\t", "\n    "), // lintcmd knows code by four spaces
		Severity: lint.SeverityWarning,
	}
}

func (l *linter) set(flags map[string]string) error {
	for name, value := range flags {
		if err := l.cmd.FlagSet().Set(name, value); err != nil {
			return fmt.Errorf("-%s: %w", name, err)
		}
	}
	return nil
}

// openCache chooses where lintcmd keeps facts and findings. What it keeps it
// knows by the program and the sources, not by the flags of the analyzers, so
// there is a directory for each setting of those.
func openCache(modules []string) error {
	root := os.Getenv("LOCKVET_CACHE")
	if root == "" {
		dir, err := os.UserCacheDir()
		if err != nil {
			return fmt.Errorf("%w; set LOCKVET_CACHE to a directory", err)
		}
		root = filepath.Join(dir, "lockvet")
	}
	if !filepath.IsAbs(root) {
		return fmt.Errorf("LOCKVET_CACHE is %q, want an absolute path", root)
	}
	h := sha256.New()
	for _, a := range passes.Analyzers {
		a.Flags.VisitAll(func(f *flag.Flag) { fmt.Fprintf(h, "%s.%s=%q\n", a.Name, f.Name, f.Value) })
	}
	fmt.Fprintf(h, "modules=%q\n", modules)
	dir := filepath.Join(root, fmt.Sprintf("%x", h.Sum(nil)[:8]))
	if err := os.MkdirAll(dir, 0o777); err != nil { // lintcmd would end the process
		return err
	}
	// A program that keeps the go command's results would be asked for ours, too,
	// without the flags. lintcmd opens the cache once.
	defer restoreEnv("STATICCHECK_CACHE")()
	defer restoreEnv("GOCACHEPROG")()
	os.Setenv("STATICCHECK_CACHE", dir)
	os.Unsetenv("GOCACHEPROG")
	_, err := cache.Default()
	return err
}

// restoreEnv returns a function that gives a variable its value again.
func restoreEnv(name string) func() {
	value, ok := os.LookupEnv(name)
	return func() {
		if ok {
			os.Setenv(name, value)
		} else {
			os.Unsetenv(name)
		}
	}
}

// analyse runs the first step. An error is one of the command line, such as a
// package that there is not.
func (l *linter) analyse() (*lintResult, error) {
	if err := l.cmd.FlagSet().Parse(append([]string{"-f=binary", "--"}, l.opts.patterns...)); err != nil {
		return nil, err
	}
	out, said, status, err := l.execute()
	if err != nil {
		return nil, err
	}
	if status != 0 {
		return nil, errors.New(loadMessage(said))
	}
	if _, pattern, ok := strings.Cut(said, "warning: "); ok && strings.Contains(pattern, "matched no packages") {
		return nil, fmt.Errorf("%s matched no packages", strings.Join(l.opts.patterns, " "))
	}
	res := new(lintResult)
	if err := gob.NewDecoder(bytes.NewReader(out)).Decode(res); err != nil {
		return nil, fmt.Errorf("reading what was found: %w", err)
	}
	return res, l.adjust(res)
}

// adjust makes findings ours.
func (l *linter) adjust(res *lintResult) error {
	for i := range res.Diagnostics {
		f := &res.Diagnostics[i]
		switch {
		case f.Category == byDirective:
			f.Category, f.Message = byLockvet, "this directive silences nothing: remove it"
		case f.Category == byCompiler && strings.HasPrefix(f.Message, "malformed linter directive"):
			f.Category, f.Message = byLockvet, "a directive here lacks its reason, and silences nothing"
		case f.Category == byCompiler || f.Category == byLoader:
			f.locate()
			if f.Position.Filename == "" || f.Position.Filename == "-" {
				return errors.New(loadMessage(f.Message))
			}
			f.Message = oneLine(f.Message)
		}
		f.Position.Filename = absolute(l.dir, f.Position.Filename)
		f.End.Filename = absolute(l.dir, f.End.Filename)
		for j := range f.Related {
			f.Related[j].Position.Filename = absolute(l.dir, f.Related[j].Position.Filename)
			f.Related[j].End.Filename = absolute(l.dir, f.Related[j].End.Filename)
		}
	}
	return nil
}

// compilerSays is the output of the compiler, with the package before it.
var compilerSays = regexp.MustCompile(`^# .*\n(.+?):(\d+):(?:(\d+):)? (.*)`)

// locate takes the position of a compiler's error from its text, if it is only
// there. What else the compiler says of the package is left out.
func (f *finding) locate() {
	if m := compilerSays.FindStringSubmatch(f.Message); m != nil && f.Position.Filename == "" {
		f.Position.Filename, f.Message = m[1], m[4]
		f.Position.Line, _ = strconv.Atoi(m[2])
		f.Position.Column, _ = strconv.Atoi(m[3])
	}
}

// print runs the second step and returns the exit status.
func (l *linter) print(res *lintResult, stdout io.Writer) (int, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	defer r.Close()
	encoded := make(chan error, 1)
	go func() {
		err := gob.NewEncoder(w).Encode(res)
		encoded <- errors.Join(err, w.Close())
	}()
	stdin := os.Stdin
	os.Stdin = r
	defer func() { os.Stdin = stdin }()
	if err := l.set(map[string]string{
		"f": l.opts.format, "merge": "true", "fail": l.failing(), "show-ignored": fmt.Sprint(l.opts.showIgnored),
	}); err != nil {
		return 0, err
	}
	if err := l.cmd.FlagSet().Parse(nil); err != nil {
		return 0, err
	}
	out, said, status, err := l.execute()
	if err := errors.Join(err, <-encoded); err != nil {
		return 0, err
	}
	if said != "" {
		return 0, errors.New(said)
	}
	if l.opts.format == "sarif" {
		if out, err = l.sarif(out); err != nil {
			return 0, err
		}
		status = l.status(res) // lintcmd takes findings for success there
	}
	_, err = stdout.Write(out)
	return status, err
}

// failing is the value of -fail in terms of lintcmd.
func (l *linter) failing() string {
	list := slices.DeleteFunc(slices.Clone(l.opts.fail), func(name string) bool { return name == "none" })
	if slices.Contains(list, "all") {
		list = append(list, byLockvet)
	}
	return strings.Join(list, ",")
}

// status is the exit status by the rules of lintcmd.
func (l *linter) status(res *lintResult) int {
	for _, f := range res.Diagnostics {
		ours := f.Severity != severityIgnored || l.opts.showIgnored
		fails := f.Category == byCompiler || f.Category == byLoader || slices.Contains(l.opts.fail, "all") ||
			slices.ContainsFunc(l.opts.fail, func(name string) bool { return strings.EqualFold(name, f.Category) })
		if ours && fails {
			return exitFindings
		}
	}
	return exitClean
}

// sarif corrects what lintcmd says of staticcheck, and gives the rules an order.
func (l *linter) sarif(text []byte) ([]byte, error) {
	var log sarif.Log
	if err := json.Unmarshal(text, &log); err != nil {
		return nil, fmt.Errorf("reading SARIF: %w", err)
	}
	for i := range log.Runs {
		driver := &log.Runs[i].Tool.Driver
		driver.InformationURI = "https://github.com/lockvet/lockvet"
		for j := range driver.Rules {
			if a := find(driver.Rules[j].ID); a != nil {
				driver.Rules[j].HelpURI = a.URL
			}
		}
		slices.SortFunc(driver.Rules, func(a, b sarif.ReportingDescriptor) int { return strings.Compare(a.ID, b.ID) })
	}
	out, err := json.Marshal(log)
	return append(out, '\n'), err
}

// execute runs lintcmd and returns what it prints. It knows no other way than by
// the standard streams of the process.
func (l *linter) execute() (out []byte, said string, status int, err error) {
	stdout, stderr := os.Stdout, os.Stderr
	defer func() { os.Stdout, os.Stderr = stdout, stderr }()
	printed, err := capture(&os.Stdout)
	if err != nil {
		return nil, "", 0, err
	}
	complained, err := capture(&os.Stderr)
	if err != nil {
		return nil, "", 0, err
	}
	status = l.cmd.Execute()
	return printed(), strings.TrimSpace(string(complained())), status, nil
}

// capture puts a pipe in the place of a file, and returns a function that ends
// it and returns what was written.
func capture(file **os.File) (func() []byte, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	*file = w
	done := make(chan []byte)
	go func() {
		defer r.Close()
		text, _ := io.ReadAll(r)
		done <- text
	}()
	return func() []byte {
		w.Close()
		return <-done
	}, nil
}
