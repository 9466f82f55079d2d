package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// result is what one run of the plain command found.
type result struct {
	graph  *checker.Graph
	errors []string // one line each: packages that failed to type-check, analyzers that failed
}

// check loads the packages and analyses them. A pattern or an import that
// cannot be resolved is an error and nothing is analysed, as under go vet. A
// package that does not type-check is reported in the result; others go on.
func check(opts *options) (*result, error) {
	pkgs, err := load(opts)
	if err != nil {
		return nil, err
	}
	res := &result{errors: typeErrors(pkgs)}
	roots := slices.DeleteFunc(vetted(pkgs), func(p *packages.Package) bool { return p.IllTyped })
	res.graph, err = checker.Analyze(opts.analyzers, roots, nil)
	if err != nil {
		return nil, err
	}
	res.errors = append(res.errors, analysisErrors(res.graph)...)
	return res, nil
}

// load loads the packages that the patterns name with all their dependencies,
// from source: facts are computed for every one of them.
func load(opts *options) ([]*packages.Package, error) {
	cfg := &packages.Config{
		Mode:  packages.LoadAllSyntax | packages.NeedModule | packages.NeedForTest,
		Tests: opts.tests,
	}
	if opts.tags != "" {
		cfg.BuildFlags = []string{"-tags=" + opts.tags}
	}
	pkgs, err := packages.Load(cfg, opts.patterns...)
	if err != nil {
		return nil, fmt.Errorf("%s", loadMessage(err.Error()))
	}
	for p := range packages.Postorder(pkgs) {
		for _, e := range p.Errors {
			if e.Kind == packages.ListError || e.Kind == packages.UnknownError {
				return nil, fmt.Errorf("%s", loadMessage(positioned(e)))
			}
		}
		if p.Module != nil && p.Module.Error != nil {
			return nil, fmt.Errorf("%s", loadMessage(p.Module.Error.Err))
		}
	}
	if len(pkgs) == 0 {
		return nil, fmt.Errorf("%s matched no packages", strings.Join(opts.patterns, " "))
	}
	return pkgs, nil
}

// loadMessage strips what go/packages adds in front of the go command's own
// words: the command it ran and the stream it read.
func loadMessage(s string) string {
	before, after, _ := strings.Cut(s, "stderr: ")
	s = cmp.Or(strings.TrimSpace(after), before)
	s = strings.TrimPrefix(s, "err: ")
	s = strings.TrimPrefix(s, "-: ")
	s = strings.TrimPrefix(s, "go: ")
	return oneLine(s)
}

// vetted selects the packages that go vet analyses: for each package its test
// variant if there is one, since that has all files of the plain package, and
// the external test package, but not the generated test main. So no file is
// analysed twice and no finding needs to be deduplicated.
func vetted(pkgs []*packages.Package) []*packages.Package {
	hasVariant := make(map[string]bool)
	for _, p := range pkgs {
		if p.ForTest == p.PkgPath {
			hasVariant[p.PkgPath] = true
		}
	}
	var keep []*packages.Package
	for _, p := range pkgs {
		switch {
		case p.ForTest == "" && (hasVariant[p.PkgPath] || isTestMain(p)):
		case p.ForTest != "" && p.PkgPath != p.ForTest && p.PkgPath != p.ForTest+"_test":
			// A dependency of a test, recompiled against a test variant.
		default:
			keep = append(keep, p)
		}
	}
	return keep
}

// isTestMain reports whether p is the main package that go test generates: its
// only file is in the build cache, not in a directory of the package.
func isTestMain(p *packages.Package) bool {
	return p.Name == "main" && strings.HasSuffix(p.ID, ".test") && strings.HasSuffix(p.PkgPath, ".test")
}

// typeErrors returns one line for each package that failed to parse or
// type-check. The variants of a package fail alike and count once.
func typeErrors(pkgs []*packages.Package) []string {
	var lines []string
	seen := make(map[string]bool)
	for p := range packages.Postorder(pkgs) {
		if len(p.Errors) == 0 {
			continue
		}
		line := oneLine(positioned(p.Errors[0]))
		if seen[line] {
			continue
		}
		seen[line] = true
		if n := len(p.Errors) - 1; n > 0 {
			line += fmt.Sprintf(" (and %d more in this package)", n)
		}
		lines = append(lines, line)
	}
	return lines
}

// positioned formats e with its position as short as possible. The position is
// a file name, which may contain colons, then a line and perhaps a column.
func positioned(e packages.Error) string {
	if e.Pos == "" || e.Pos == "-" {
		return e.Msg
	}
	file := e.Pos
	for range 2 {
		i := strings.LastIndexByte(file, ':')
		if i < 0 {
			break
		}
		if _, err := strconv.Atoi(file[i+1:]); err != nil {
			break
		}
		file = file[:i]
	}
	return shortPath(file) + e.Pos[len(file):] + ": " + e.Msg
}

// analysisErrors returns one line for each action that failed by itself, and
// none for those that failed only because an action they need did.
func analysisErrors(graph *checker.Graph) []string {
	var lines []string
	for act := range graph.All() {
		failedDep := slices.ContainsFunc(act.Deps, func(dep *checker.Action) bool { return dep.Err != nil })
		if act.Err != nil && !failedDep {
			cause, _, _ := strings.Cut(act.Err.Error(), "\n") // a stack trace may follow
			lines = append(lines, fmt.Sprintf("%s: %s: %s", act.Package.ID, act.Analyzer.Name, cause))
		}
	}
	slices.Sort(lines)
	return lines
}
