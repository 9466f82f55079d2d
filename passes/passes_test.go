package passes_test

import (
	"flag"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lockvet/lockvet/passes"
)

const module = "github.com/lockvet/lockvet"

func TestAnalyzersAreValid(t *testing.T) {
	if err := analysis.Validate(passes.Analyzers); err != nil {
		t.Error(err)
	}
}

// TestAnalyzersAreDocumented checks that each analyzer is called what its
// package is, has a manual below its summary, and documents its flags.
func TestAnalyzersAreDocumented(t *testing.T) {
	for _, a := range passes.Analyzers {
		t.Run(a.Name, func(t *testing.T) {
			pkg := module + "/passes/" + a.Name
			if want := "https://pkg.go.dev/" + pkg; a.URL != want {
				t.Errorf("URL %s, want %s", a.URL, want)
			}
			if got := packageOf(a); got != pkg {
				t.Errorf("defined in package %s, want %s", got, pkg)
			}

			summary, manual, _ := strings.Cut(a.Doc, "\n\n")
			if !strings.HasPrefix(summary, "report ") || strings.Contains(summary, "\n") || strings.HasSuffix(summary, ".") {
				t.Errorf("summary %q, want one line that begins with report and has no period", summary)
			}
			for _, part := range []string{"# Example", "# Not reported", "# Flags", "//lint:ignore " + a.Name + " "} {
				if !strings.Contains(manual, part) {
					t.Errorf("the manual lacks %q", part)
				}
			}
			a.Flags.VisitAll(func(f *flag.Flag) {
				if name := "-" + a.Name + "." + f.Name; !strings.Contains(manual, name) {
					t.Errorf("the manual lacks the flag %s", name)
				}
			})
		})
	}
}

// TestManuals holds each manual to its example: the code stands there as it is
// in testdata/src/manual, and the report as the analyzer makes it.
func TestManuals(t *testing.T) {
	for _, a := range passes.Analyzers {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			dir, err := filepath.Abs(filepath.Join(a.Name, "testdata"))
			if err != nil {
				t.Fatal(err)
			}
			files, err := filepath.Glob(filepath.Join(dir, "src", "manual", "*.go"))
			if err != nil || len(files) != 1 {
				t.Fatalf("files of the example: %v, %v", files, err)
			}
			source, err := os.ReadFile(files[0])
			if err != nil {
				t.Fatal(err)
			}
			_, code, _ := strings.Cut(string(source), "import \"sync\"\n\n")
			for line := range strings.Lines(code) {
				line, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " // want")
				if line != "" && !strings.Contains(a.Doc, "\n\t"+line+"\n") {
					t.Errorf("the manual lacks the line %q of its example", line)
				}
			}
			manual := strings.Join(strings.Fields(a.Doc), " ")
			for _, r := range analysistest.Run(t, dir, a, "manual") {
				if len(r.Diagnostics) == 0 {
					t.Error("nothing is reported in the example")
				}
				for _, d := range r.Diagnostics {
					if !strings.Contains(manual, d.Message) {
						t.Errorf("the manual does not show the report %q", d.Message)
					}
				}
			}
		})
	}
}

// TestPasses checks that the suite has every analyzer there is.
func TestPasses(t *testing.T) {
	var want []string
	for _, pkg := range list(t, "-f", "{{.ImportPath}}", module+"/passes/...") {
		rest := strings.TrimPrefix(pkg, module+"/passes")
		forDrivers := []string{"", "/golangci", "/locksites", "/orders"}
		if !slices.Contains(forDrivers, rest) && !strings.HasPrefix(rest, "/internal/") {
			want = append(want, path.Base(pkg))
		}
	}
	var got []string
	for _, a := range passes.Analyzers {
		got = append(got, a.Name)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the suite has %v, the packages are %v", got, want)
	}
}

// TestDependencies holds the packages to what they may import beyond the
// standard library: the analyzers x/tools, the graph and the run time nothing.
// passes/golangci alone is free, as it registers a plugin with golangci-lint.
func TestDependencies(t *testing.T) {
	for _, test := range []struct{ pattern, module string }{
		{"/passes/...", "golang.org/x/tools"},
		{"/lockgraph/...", ""},
		{"/runtime/...", ""},
	} {
		t.Run(test.pattern, func(t *testing.T) {
			pkgs := slices.DeleteFunc(list(t, "-f", "{{.ImportPath}}", module+test.pattern), func(pkg string) bool {
				return pkg == module+"/passes/golangci"
			})
			if len(pkgs) == 0 {
				t.Skip("no such packages yet")
			}
			args := append([]string{"-deps", "-f", "{{if not .Standard}}{{.ImportPath}} {{.Module.Path}}{{end}}"}, pkgs...)
			for _, dep := range list(t, args...) {
				pkg, mod, _ := strings.Cut(dep, " ")
				if mod != module && mod != test.module {
					t.Errorf("%s depends on %s, of module %s", test.pattern, pkg, mod)
				}
			}
		})
	}
}

// list runs go list and returns its lines.
func list(t *testing.T, args ...string) []string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, stderr.String())
	}
	return slices.DeleteFunc(strings.Split(string(out), "\n"), func(line string) bool { return line == "" })
}

// packageOf returns the import path of the package that defines a.
func packageOf(a *analysis.Analyzer) string {
	name := runtime.FuncForPC(reflect.ValueOf(a.Run).Pointer()).Name()
	return name[:strings.LastIndexByte(name, '.')]
}
