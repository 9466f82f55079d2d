//go:build slow

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/template"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/lockvet/lockvet/passes"
)

// A separate build is what a build system like Bazel does to analyse: it compiles a
// program from a list of import paths, of which it knows only that each has a variable
// Analyzer, and runs it once for each package, with files for the facts in between.
// It tells the program neither modules nor versions of Go, and does not show it the
// standard library, of which there are types and no facts.
type separateBuild struct {
	dir   string            // of the module
	files string            // directory for what the program reads and writes
	runs  int               // of the program, which number the files
	facts map[string]string // by the ID of the package: file with types and facts
}

var separateMain = template.Must(template.New("").Parse(`package main

import (
	"os"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
{{range $i, $path := .}}
	a{{$i}} "{{$path}}"{{end}}
)

func main() {
	if os.Args[1] == "types" {
		unitchecker.Run(os.Args[2], nil) // exits
	}
	unitchecker.Main([]*analysis.Analyzer{ {{range $i, $path := .}}a{{$i}}.Analyzer, {{end}} }...)
}
`))

// separateTool builds the program, beside the tool and to be removed with it.
var separateTool = sync.OnceValues(func() (string, error) {
	var paths []string
	for _, a := range passes.Analyzers {
		paths = append(paths, strings.TrimPrefix(a.URL, "https://pkg.go.dev/")) // which a test of the suite checks
	}
	dir := filepath.Join(filepath.Dir(tool), "separate")
	var source bytes.Buffer
	if err := errors.Join(separateMain.Execute(&source, paths), os.Mkdir(dir, 0o777)); err != nil {
		return "", err
	}
	file, program := filepath.Join(dir, "main.go"), filepath.Join(dir, filepath.Base(tool))
	if err := os.WriteFile(file, source.Bytes(), 0o666); err != nil {
		return "", err
	}
	if msg, err := exec.Command("go", "build", "-o", program, file).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, msg)
	}
	return program, nil
})

// listed is what go list says of a package.
type listed struct {
	ImportPath, Name, ForTest string
	Standard, DepOnly         bool
	CompiledGoFiles           []string
	Dir                       string
	Imports                   []string
	ImportMap                 map[string]string
}

// path is the import path; go list calls a package that is compiled for a test
// "p [q.test]".
func (p *listed) path() string {
	path, _, _ := strings.Cut(p.ImportPath, " ")
	return path
}

// listPackages returns the packages of a module, their tests and all that they
// import, which comes first.
func listPackages(t *testing.T, dir string) []*listed {
	t.Helper()
	out := command(t, dir, "go", "list", "-test", "-deps", "-compiled", "-json=ImportPath,Name,ForTest,Standard,DepOnly,CompiledGoFiles,Dir,Imports,ImportMap", "./...")
	if out.status != 0 {
		t.Fatalf("go list: %s", out.stderr)
	}
	var list []*listed
	dec := json.NewDecoder(strings.NewReader(out.stdout))
	for {
		p := new(listed)
		err := dec.Decode(p)
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

// analyse runs the program for one package and returns the findings.
func (b *separateBuild) analyse(t *testing.T, p *listed) jsonTree {
	t.Helper()
	program, err := separateTool()
	if err != nil {
		t.Fatal(err)
	}
	b.runs++
	base := filepath.Join(b.files, fmt.Sprint(b.runs))
	b.facts[p.ImportPath] = base + ".facts"
	data, err := json.Marshal(b.config(p))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(base+".cfg", data, 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"-json", base + ".cfg"}
	if p.Standard {
		args = []string{"types", base + ".cfg"}
	}
	out := command(t, b.dir, program, args...)
	if out.status != 0 || out.stderr != "" {
		t.Fatalf("package %s: status %d\n%s", p.ImportPath, out.status, out.stderr)
	}
	return decodeTree(t, out.stdout)
}

// config is all that the program knows.
func (b *separateBuild) config(p *listed) unitchecker.Config {
	cfg := unitchecker.Config{
		ID: p.ImportPath, Compiler: "gc", ImportPath: p.path(),
		ImportMap: make(map[string]string), PackageVetx: make(map[string]string),
		VetxOnly: p.DepOnly, VetxOutput: b.facts[p.ImportPath],
	}
	for _, file := range p.CompiledGoFiles {
		if !filepath.IsAbs(file) { // those of cgo are elsewhere
			file = filepath.Join(p.Dir, file)
		}
		cfg.GoFiles = append(cfg.GoFiles, file)
	}
	for _, id := range p.Imports { // by ID, where the map has names for them
		path, _, _ := strings.Cut(id, " ")
		cfg.ImportMap[path] = path
		if file, ok := b.facts[id]; ok {
			cfg.PackageVetx[path] = file
		}
	}
	for name, id := range p.ImportMap {
		path, _, _ := strings.Cut(id, " ")
		cfg.ImportMap[name] = path
	}
	return cfg
}

// findings analyses the module and lists what is found, once, in whatever variants of a
// package it is.
func (b *separateBuild) findings(t *testing.T) []string {
	t.Helper()
	all := make(map[string]bool)
	for _, p := range listPackages(t, b.dir) {
		if p.ImportPath == "unsafe" || p.Name == "main" && strings.HasSuffix(p.ImportPath, ".test") || p.Standard && b.facts[p.ImportPath] != "" {
			continue
		}
		for _, f := range b.analyse(t, p).describe() {
			all[f] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// differences lists what only one of two drivers finds.
func differences(nameA string, a []string, nameB string, b []string) []string {
	var list []string
	only := func(name string, a, b []string) {
		for _, f := range a {
			if !slices.Contains(b, f) {
				list = append(list, "only "+name+": "+f)
			}
		}
	}
	only(nameA, a, b)
	only(nameB, b, a)
	return list
}

// check requires the same findings of all drivers, but where differs says otherwise
// of a directory.
func (b *separateBuild) check(t *testing.T, dir string, differs []string) {
	t.Helper()
	b.dir = dir
	out := vet(t, dir, tool, "-json")
	if out.status != 0 {
		t.Fatalf("go vet: status %d\n%s", out.status, out.stderr)
	}
	known := decodeTree(t, out.stdout).describe()
	plain := decodeLines(t, command(t, dir, tool, "-f", "json", "./...").stdout)
	plain = slices.DeleteFunc(plain, func(f lineFinding) bool { return f.Code == byLockvet })
	all := differences("go vet", known, "the plain command", describeLines(plain))
	all = append(all, differences("go vet", known, "the separate build", b.findings(t))...)
	for _, d := range all {
		if !slices.ContainsFunc(differs, func(where string) bool { return strings.Contains(filepath.ToSlash(d), "/"+where+"/") }) {
			t.Error(d)
		}
	}
	for _, where := range differs {
		if !slices.ContainsFunc(all, func(d string) bool { return strings.Contains(filepath.ToSlash(d), "/"+where+"/") }) {
			t.Errorf("%s: all drivers find the same; the list says otherwise", where)
		}
	}
}

// TestSeparateBuild analyses each module of the corpus.
func TestSeparateBuild(t *testing.T) {
	t.Parallel()
	mods, err := filepath.Glob(filepath.Join("..", "..", "testdata", "*", "go.mod"))
	if err != nil || len(mods) == 0 {
		t.Fatalf("no modules in testdata: %v", err)
	}
	// The modules take turns, and share the types of the standard library.
	b := &separateBuild{files: t.TempDir(), facts: make(map[string]string)}
	for _, mod := range mods {
		name := filepath.Base(filepath.Dir(mod))
		t.Run(name, func(t *testing.T) {
			b.check(t, moduleDir(t, name), nil)
		})
	}
}

// examplesThatDiffer are the directories below the examples of an analyzer in which
// not all drivers find the same.
var examplesThatDiffer = map[string][]string{
	"doublelock": {
		"formatting/correct", "formatting/faulty", // no facts of log, which calls String
	},
	"lockorder": {
		"formatting/faulty",
		"instances/faulty", // no facts of strings, so the call does not lead through it
	},
	"recursiveread": {"formatting/faulty"},
}

// TestExamples analyses what the analyzers are tested with, by all of them and in all
// ways. Like those tests it does so in a workspace without modules.
func TestExamples(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join("..", "..", "passes", "*", "testdata", "src"))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	if _, err := separateTool(); err != nil { // which is built from modules
		t.Fatal(err)
	}
	t.Setenv("GO111MODULE", "off")
	b := &separateBuild{files: t.TempDir(), facts: make(map[string]string)}
	for _, dir := range dirs {
		src, err := filepath.Abs(dir)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(filepath.Dir(filepath.Dir(dir)))
		t.Run(name, func(t *testing.T) {
			t.Setenv("GOPATH", filepath.Dir(src))
			b.check(t, src, examplesThatDiffer[name])
		})
	}
}
