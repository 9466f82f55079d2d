//go:build slow

package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lockvet/lockvet/passes"
)

// A newcomer has Go and a module of their own, and follows README.md. What
// it installs comes from a module proxy that holds this source.
type newcomer struct {
	t   *testing.T
	dir string // the module
	env []string
}

const self = "github.com/lockvet/lockvet"

func newNewcomer(t *testing.T) *newcomer {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh: the commands of the README are for one")
	}
	proxy, version := serveModule(t)
	tmp := t.TempDir()
	bin := filepath.Join(tmp, "bin")
	out, err := exec.Command("go", "env", "GOPROXY", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	settings := strings.Split(strings.TrimSpace(string(out)), "\n")
	t.Cleanup(func() { forget(t, settings[1], version) })
	n := &newcomer{t: t, dir: filepath.Join(tmp, "module")}
	n.env = append(os.Environ(), "GOPROXY=file://"+filepath.ToSlash(proxy)+","+settings[0], "GONOSUMDB="+self, "GOFLAGS=-modcacherw",
		"GOBIN="+bin, "GOWORK=off", "LOCKVET_CACHE="+filepath.Join(tmp, "cache"), "RUNNER_TEMP="+tmp,
		"PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "PWD="+n.dir)
	writeFiles(t, n.dir, map[string]string{"go.mod": "module example.com/opposed\n\ngo 1.26\n", "opposed.go": opposed,
		"opposed_test.go": "package opposed\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) { f() }\n"})
	return n
}

// serveModule makes a proxy that has this module in one version.
func serveModule(t *testing.T) (dir, version string) {
	t.Helper()
	dir = t.TempDir()
	version = fmt.Sprintf("v0.0.%d", time.Now().UnixNano()) // no build may be mistaken for another
	root := filepath.Join("..", "..")
	gomod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	info, _ := json.Marshal(map[string]string{"Version": version})
	at := filepath.Join(dir, filepath.FromSlash(self), "@v")
	writeFiles(t, at, map[string]string{
		"list": version + "\n", version + ".info": string(info), version + ".mod": string(gomod), version + ".zip": zipModule(t, root, version),
	})
	return dir, version
}

// zipModule packs the packages of the module, as a proxy does: without nested
// modules.
func zipModule(t *testing.T, root, version string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, name)
		if err != nil || rel == "." {
			return err
		}
		if d.IsDir() {
			_, nested := os.Stat(filepath.Join(name, "go.mod"))
			if nested == nil || d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") {
				return filepath.SkipDir
			}
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		w, err := z.Create(self + "@" + version + "/" + filepath.ToSlash(rel))
		if err != nil {
			return err
		}
		_, err = w.Write(text)
		return err
	})
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// forget takes the version out of the module cache.
func forget(t *testing.T, cache, version string) {
	names, _ := filepath.Glob(filepath.Join(cache, "cache", "download", filepath.FromSlash(self), "@v", version+".*"))
	for _, name := range append(names, filepath.Join(cache, filepath.FromSlash(self)+"@"+version)) {
		if err := os.RemoveAll(name); err != nil {
			t.Error(err)
		}
	}
}

// run runs a command line in the module.
func (n *newcomer) run(line string) output {
	n.t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir, cmd.Env = n.dir, n.env
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); cmd.ProcessState == nil {
		n.t.Fatal(err)
	}
	return output{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// expect runs a command line and wants a status and a text in what it prints.
func (n *newcomer) expect(line string, status int, says string) {
	n.t.Helper()
	out := n.run(line)
	if out.status != status || !strings.Contains(out.stdout+out.stderr, says) {
		n.t.Errorf("%s: status %d, want %d and %q\n%s%s", line, out.status, status, says, out.stdout, out.stderr)
	}
}

// change replaces a text of the module's source.
func (n *newcomer) change(old, new string) {
	n.t.Helper()
	name := filepath.Join(n.dir, "opposed.go")
	text, err := os.ReadFile(name)
	if err != nil || !strings.Contains(string(text), old) {
		n.t.Fatalf("%s lacks %q: %v", name, old, err)
	}
	writeFiles(n.t, n.dir, map[string]string{"opposed.go": strings.Replace(string(text), old, new, 1)})
}

// A step of the newcomer is a command of README.md, or a change in between.
type step struct {
	line   string
	status int
	says   string
	first  func(n *newcomer)
}

const inversion = "lock order inversion, a deadlock: a -> b -> a"

// steps are the commands of README.md that are run in a module of one's own.
var steps = []step{
	{line: "go install github.com/lockvet/lockvet/cmd/lockvet@latest"},
	{line: "go vet -vettool=$(which lockvet) ./...", status: 1, says: inversion},
	{line: "lockvet ./...", status: 1, says: inversion},
	{line: "lockvet -explain lockorder", says: "# Not reported"},
	{line: "lockvet -write-baseline lockvet.json ./...", says: "lockvet.json"},
	{line: "lockvet -baseline lockvet.json ./..."},
	{line: "lockvet test ./...", says: "ok"},
	{line: "lockvet graph ./...", says: "1 cycle\n"},
	{line: "lockvet graph -html orders.html ./..."},
	{line: "lockvet test -graph observed.json ./..."},
	{line: "lockvet graph -observed observed.json ./...", says: "1 cycle\n"},
	{line: "lockvet graph -f json ./... > before.json"},
	{line: "lockvet graph -since before.json ./...", says: "0 edges"},
	{line: "lockvet audit ./...", says: "0 trylocks"},
	{line: "go vet -fix -vettool=$(which lockvet) ./..."},
	{line: "lockvet ./...", first: func(n *newcomer) {
		n.change("\tb.Lock(); a.Lock()", "\tb.Lock()\n\t//lint:ignore lockorder the queue has not started, nobody else holds it\n\ta.Lock()")
	}},
}

// elsewhere are the commands that are run in the repository, with the test that
// does it or the reason why none does.
var elsewhere = map[string]string{
	"go run ./cmd/lockvet -C testdata/demo ./...":          "TestReadme, with the binary",
	"go test -race ./...":                                  "this is one of its tests",
	"go run ./cmd/lockvet test -C testdata/twotests ./...": "TestTestModules, with the binary",
	"go -C runtime/lockdep/bench run .":                    "takes minutes; .ci/run has a short form",
	"go -C runtime/adaptive/bench run .":                   "takes minutes; .ci/run has a short form",
	"lockvet why Book.mu Account.Mutex":                    "TestWhy",
	"cd your/module":                                       "where the newcomer is",
}

var shellBlock = regexp.MustCompile("(?s)```sh\n(.*?)```")

// TestNewcomer follows README.md, command by command.
func TestNewcomer(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range shellBlock.FindAllStringSubmatch(string(readme), -1) {
		for line := range strings.Lines(block[1]) {
			line = strings.TrimSpace(line)
			known := slices.ContainsFunc(steps, func(s step) bool { return s.line == line })
			if line != "" && elsewhere[line] == "" && !known {
				t.Errorf("README.md has a command that no test runs: %s", line)
			}
		}
	}
	n := newNewcomer(t)
	for _, s := range steps {
		if s.first != nil {
			s.first(n)
		} else if !strings.Contains(string(readme), s.line) {
			t.Errorf("README.md lacks %s", s.line)
		}
		n.expect(s.line, s.status, s.says)
	}
	n.recipes()
}

var runLine = regexp.MustCompile(`(?m)^\s*- run: (.*)$`)

// recipes runs what the files in testdata/recipes run, and the workflow of
// README.md.
func (n *newcomer) recipes() {
	n.t.Helper()
	writeFiles(n.t, n.dir, map[string]string{"opposed.go": opposed})
	n.workflow(filepath.Join("..", "README.md"), map[string]int{"lockvet ./...": 1})
	n.workflow("github.yml", map[string]int{"lockvet ./...": 1})
	if log, err := os.ReadFile(filepath.Join(n.dir, "lockvet.sarif")); err != nil || !strings.Contains(string(log), `"ruleId":"lockorder"`) {
		n.t.Errorf("lockvet.sarif: %v\n%s", err, log)
	}
	n.workflow("graph.yml", nil)
	n.change("func g", "func h() { b.Lock(); c.Lock() }\n\nfunc i() { c.Lock(); a.Lock() }\n\nvar c sync.Mutex\n\nfunc g")
	n.expect(`lockvet graph -since "$RUNNER_TEMP/before.json" ./...`, 1, "example.com/opposed.c")

	makefile := n.recipe("Makefile")
	get := regexp.MustCompile(`go get -tool .*`).FindString(makefile)
	n.expect(get, 0, "")
	if _, err := exec.LookPath("make"); err == nil {
		writeFiles(n.t, n.dir, map[string]string{"Makefile": makefile})
		n.expect("make lockvet", 2, inversion)
	} else {
		n.expect("go tool lockvet ./...", 1, inversion)
	}
	n.hook()
}

func (n *newcomer) recipe(name string) string {
	n.t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "recipes", name))
	if err != nil {
		n.t.Fatal(err)
	}
	return string(text)
}

// workflow runs the steps of a workflow; statuses has those that do not succeed.
func (n *newcomer) workflow(name string, statuses map[string]int) {
	n.t.Helper()
	path := filepath.Join("..", "..", "testdata", "recipes", name)
	if strings.Contains(name, "README") {
		path = filepath.Join("..", "..", "README.md")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		n.t.Fatal(err)
	}
	runs := runLine.FindAllStringSubmatch(string(text), -1)
	if len(runs) == 0 {
		n.t.Errorf("%s runs nothing", name)
	}
	for _, m := range runs {
		n.expect(m[1], statuses[m[1]], "")
	}
}

// hook runs the hook for pre-commit as that does: the entry with its arguments.
func (n *newcomer) hook() {
	n.t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", ".pre-commit-hooks.yaml"))
	if err != nil {
		n.t.Fatal(err)
	}
	field := func(name string) string {
		m := regexp.MustCompile(`(?m)^[- ] ` + name + `: (.*)$`).FindStringSubmatch(string(text))
		if m == nil {
			n.t.Fatalf("the hook has no %s", name)
		}
		return strings.Trim(m[1], "[]")
	}
	if !strings.Contains(n.recipe("pre-commit.yaml"), "id: "+field("id")+"\n") {
		n.t.Error("the recipe names another hook")
	}
	n.expect(field("entry")+" "+field("args"), 1, inversion)
}

// TestBazelRecipe: the target for nogo has every analyzer.
func TestBazelRecipe(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "recipes", "BUILD.bazel"))
	if err != nil {
		t.Fatal(err)
	}
	got := regexp.MustCompile(`//passes/\w+`).FindAllString(string(text), -1)
	var want []string
	for _, a := range passes.Analyzers {
		want = append(want, "//passes/"+a.Name)
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("BUILD.bazel has %v, want %v", got, want)
	}
}
