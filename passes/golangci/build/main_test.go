package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// The programs under test: this one, and the command that it has to agree with.
var linter, lockvet string

// lockvetCache is where the command keeps what it has found.
var lockvetCache string

const root = "../../.." // of the repository

func TestMain(m *testing.M) {
	os.Exit(withPrograms(m.Run))
}

// withPrograms builds the programs, calls f and removes them.
func withPrograms(f func() int) int {
	dir, err := os.MkdirTemp("", "lockvet-golangci-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	suffix := ""
	if runtime.GOOS == "windows" {
		suffix = ".exe"
	}
	linter, lockvet = filepath.Join(dir, "golangci-lint"+suffix), filepath.Join(dir, "lockvet"+suffix)
	lockvetCache = filepath.Join(dir, "cache")
	for out, pkg := range map[string]string{linter: ".", lockvet: filepath.Join(root, "cmd", "lockvet")} {
		cmd := exec.Command("go", "build", "-o", out, ".")
		cmd.Dir = pkg
		cmd.Env = append(os.Environ(), "GOWORK=off")
		if msg, err := cmd.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "building %s: %v\n%s", pkg, err, msg)
			return 1
		}
	}
	return f()
}

// output is what a program left behind.
type output struct {
	stdout, stderr string
	status         int
}

// Exit statuses of golangci-lint.
const (
	found  = 1
	failed = 3
)

// command runs a program in dir, without the network and without the settings
// of the machine's go.work and GOFLAGS.
func command(t *testing.T, dir, cache, name string, args ...string) output {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOPROXY=off", "PWD="+dir,
		"LOCKVET_CACHE="+lockvetCache, "GOLANGCI_LINT_CACHE="+cache)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		t.Fatalf("%s: %v", name, err)
	}
	return output{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// block is a part of a configuration file.
type block = map[string]any

// configFile writes a configuration with these settings of lockvet and no other
// linter, which leaves no issue out. YAML reads JSON.
func configFile(t *testing.T, settings any) string {
	t.Helper()
	data, err := json.Marshal(block{
		"version": "2",
		"linters": block{
			"default":    "none",
			"enable":     []string{"lockvet"},
			"settings":   block{"custom": block{"lockvet": block{"type": "module", "settings": settings}}},
			"exclusions": block{"generated": "disable"},
		},
		"issues": block{"max-issues-per-linter": 0, "max-same-issues": 0, "uniq-by-line": false},
	})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "config.yml")
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// A run is one of golangci-lint on a module.
type run struct {
	dir, config, cache string
	packages           []string // all if empty
	complains          bool     // golangci-lint does, of a workspace without modules
}

// newRun makes one with a cache of its own.
func newRun(t *testing.T, dir string, settings any) *run {
	t.Helper()
	return &run{dir: dir, config: configFile(t, settings), cache: t.TempDir()}
}

// exec runs golangci-lint with more flags.
func (r *run) exec(t *testing.T, flags ...string) output {
	t.Helper()
	args := []string{"run", "--config", r.config, "--allow-parallel-runners", "--path-mode", "abs", "--show-stats=false"}
	args = append(append(args, flags...), r.packages...)
	return command(t, r.dir, r.cache, linter, args...)
}

// issues returns what lockvet finds inside of golangci-lint.
func (r *run) issues(t *testing.T) []string {
	t.Helper()
	out := r.exec(t, "--output.json.path", "stdout")
	var report struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename     string
				Line, Column int
			}
		}
	}
	if err := json.Unmarshal([]byte(out.stdout), &report); err != nil || out.stderr != "" && !r.complains {
		t.Fatalf("status %d, %v\n%s%s", out.status, err, out.stdout, out.stderr)
	}
	var list []string
	for _, i := range report.Issues {
		if i.FromLinter == "lockvet" {
			list = append(list, fmt.Sprintf("%s:%d:%d: %s", i.Pos.Filename, i.Pos.Line, i.Pos.Column, i.Text))
		}
	}
	if (out.status == found) != (len(report.Issues) > 0) {
		t.Errorf("status %d with %d issues", out.status, len(report.Issues))
	}
	slices.Sort(list)
	return list
}

// byCommand returns what the lockvet command finds, in the form of issues.
func byCommand(t *testing.T, dir string, args ...string) []string {
	t.Helper()
	out := command(t, dir, "", lockvet, append([]string{"-f", "json"}, args...)...)
	if out.stderr != "" {
		t.Fatalf("lockvet: %s", out.stderr)
	}
	var list []string
	for line := range strings.Lines(out.stdout) {
		var f struct {
			Code, Message string
			Location      struct {
				File         string
				Line, Column int
			}
		}
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatalf("not a finding: %v\n%s", err, line)
		}
		if f.Code != "lockvet" { // about directives, of which golangci-lint knows nothing
			list = append(list, fmt.Sprintf("%s:%d:%d: %s: %s", f.Location.File, f.Location.Line, f.Location.Column, f.Code, f.Message))
		}
	}
	slices.Sort(list)
	return list
}

// byVet returns what go vet finds with lockvet, in the same form.
func byVet(t *testing.T, dir string) []string {
	t.Helper()
	out := command(t, dir, "", "go", "vet", "-vettool="+lockvet, "-json", "./...")
	var list []string
	dec := json.NewDecoder(strings.NewReader(out.stdout))
	for { // an object for each package
		var tree map[string]map[string][]struct{ Posn, Message string }
		err := dec.Decode(&tree)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("go vet: %v\n%s%s", err, out.stdout, out.stderr)
		}
		for _, found := range tree {
			for analyzer, diags := range found {
				for _, d := range diags {
					list = append(list, fmt.Sprintf("%s: %s: %s", d.Posn, analyzer, d.Message))
				}
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list) // what is in two variants of a package
}

// same requires the same findings of both.
func same(t *testing.T, issues, findings []string) {
	t.Helper()
	for _, i := range issues {
		if !slices.Contains(findings, i) {
			t.Errorf("only golangci-lint finds %s", i)
		}
	}
	for _, f := range findings {
		if !slices.Contains(issues, f) {
			t.Errorf("only lockvet finds %s", f)
		}
	}
	if len(issues) != len(findings) {
		t.Errorf("golangci-lint has %d issues, lockvet %d", len(issues), len(findings))
	}
}

// moduleDir returns the absolute name of a module of the corpus.
func moduleDir(t *testing.T, name string) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join(root, "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// copied returns a copy of a module of the corpus, to be changed.
func copied(t *testing.T, name string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(moduleDir(t, name))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// written returns a new module with these files.
func written(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	files["go.mod"] = "module example.com/written\n\ngo 1.26\n"
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
