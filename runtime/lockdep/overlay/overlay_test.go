package overlay

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// toolchain is a Go toolchain under test.
type toolchain struct {
	name   string
	goroot string // outside of the module cache
}

// installed is the toolchain that runs the tests.
func installed(t *testing.T) toolchain {
	t.Helper()
	return named(t, "installed", "local")
}

// older is the oldest toolchain that is supported, if it can be had.
func older(t *testing.T) toolchain {
	t.Helper()
	return named(t, "go1.25.0", "go1.25.0")
}

func named(t *testing.T, name, choice string) toolchain {
	t.Helper()
	cmd := exec.Command("go", "env", "GOROOT", "GOMODCACHE")
	cmd.Dir = t.TempDir() // where no go.mod asks for another one
	cmd.Env = append(os.Environ(), "GOTOOLCHAIN="+choice, "PWD="+cmd.Dir)
	var stderr bytes.Buffer // where the go command also says that it downloads a toolchain
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("no toolchain %s: %s", choice, bytes.TrimSpace(stderr.Bytes()))
	}
	dirs := strings.Split(strings.TrimSpace(string(out)), "\n")
	goroot, err := Root(strings.TrimSpace(dirs[0]), strings.TrimSpace(dirs[1]), t.TempDir())
	if err != nil {
		t.Skip(err)
	}
	return toolchain{name, goroot}
}

// detector reads the detector that logs events.
func detector(t *testing.T) map[string][]byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "detector", "log.go"))
	if err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{"log.go": text}
}

func mustMake(t *testing.T, tc toolchain) *Overlay {
	t.Helper()
	o, err := Make(tc.goroot, detector(t))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestLines checks that no declaration of a changed file moves to another line,
// and that the changes leave every comment but directives in place.
func TestLines(t *testing.T) {
	for _, pick := range []func(*testing.T) toolchain{installed, older} {
		tc := pick(t)
		o := mustMake(t, tc)
		for _, c := range changes {
			changed, ok := o.files[c.file]
			if !ok {
				continue // only looked at
			}
			before, err := os.ReadFile(o.original(c.file))
			if err != nil {
				t.Fatal(err)
			}
			if want, got := places(t, before), places(t, changed); want != got {
				t.Errorf("%s: %s: lines have moved", tc.name, c.file)
			}
			if bytes.Equal(before, changed) {
				t.Errorf("%s: %s is not changed", tc.name, c.file)
			}
		}
		text := string(o.files["sync/rwmutex.go"])
		if n := strings.Count(text, "//go:noinline\n//go:norace\nfunc (rw *RWMutex) "); n != len(rwMutexMethods) {
			t.Errorf("%s: %d methods of RWMutex have directives", tc.name, n)
		}
	}
}

// places lists the lines on which declarations and their bodies begin and end.
func places(t *testing.T, text []byte) string {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	var lines []int
	for _, d := range f.Decls {
		lines = append(lines, fset.Position(d.Pos()).Line, fset.Position(d.End()).Line)
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			lines = append(lines, fset.Position(fn.Body.Pos()).Line)
		}
	}
	data, _ := json.Marshal(lines)
	return string(data)
}

// TestRefuse changes what Make reads and expects one line that names the file
// and what is missing.
func TestRefuse(t *testing.T) {
	for _, pick := range []func(*testing.T) toolchain{installed, older} {
		tc := pick(t)
		for _, tt := range []struct{ file, old, new, says string }{
			{"sync/mutex.go", "func (m *Mutex) TryLock()", "func (m *Mutex) TryLocked()", "method (*Mutex).TryLock not found"},
			{"sync/mutex.go", "mu isync.Mutex", "mu state", "field mu isync.Mutex of Mutex not found"},
			{"sync/mutex.go", "\tm.mu.Lock()", "\tm.mu.Lock(); extra()", "the body of (*Mutex).Lock is not just m.mu.Lock()"},
			{"sync/mutex.go", "type Mutex struct", "type Mutex2 struct", "struct type Mutex not found"},
			{"sync/mutex.go", "import (", "import oops(", "mutex.go:13:"},
			{"sync/mutex.go", "until the mutex is available.\n", "until the mutex is available.\n\n", "Lock has no comment of 2 lines"},
			{"sync/rwmutex.go", "\tw           Mutex", "\tw           *Mutex", "field w Mutex of RWMutex not found"},
			{"sync/rwmutex.go", "\trw.w.Lock()", "\trw.first()", "one call of rw.w.Lock in (*RWMutex).Lock not found"},
			{"sync/rwmutex.go", "func (rw *RWMutex) RUnlock()", "func RUnlock(rw *RWMutex)", "method (*RWMutex).RUnlock not found"},
			{"sync/rwmutex.go", "func (rw *RWMutex) RLock() {", "func (rw *RWMutex) RLock() { if rw == nil { return };", "(*RWMutex).RLock returns early"},
			{"runtime/runtime2.go", "type g struct", "type G struct", "struct type g not found"},
			{"runtime/runtime2.go", "\tparentGoid ", "\tparentID ", "field parentGoid uint64 of g not found"},
			{"runtime/proc.go", "func goexit1()", "func goexit2()", "function goexit1 not found"},
			{"runtime/coro.go", "func coroexit(", "func coroend(", "function coroexit not found"},
			{"runtime/panic.go", "func sync_fatal(", "func sync_end(", "function sync_fatal not found"},
			{"runtime/tracestack.go", "func fpunwindExpand(dst, ", "func fpunwindExpand(n int, dst, ", "fpunwindExpand is func(n int"},
			{"VERSION", "go1.2", "go1.1", "supports Go 1.25 and 1.26; this is go1.1"},
			{"VERSION", "go1.", "devel go1.", "supports Go 1.25 and 1.26; this is devel go1."},
		} {
			goroot := partOf(t, tc.goroot)
			path := filepath.Join(goroot, "src", filepath.FromSlash(tt.file))
			if tt.file == "VERSION" {
				path = filepath.Join(goroot, "VERSION")
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Contains(text, []byte(tt.old)) {
				t.Fatalf("%s: %s has no %q", tc.name, tt.file, tt.old)
			}
			if err := os.WriteFile(path, bytes.Replace(text, []byte(tt.old), []byte(tt.new), 1), 0o666); err != nil {
				t.Fatal(err)
			}
			_, err = Make(goroot, detector(t))
			if err == nil || !strings.Contains(err.Error(), tt.says) || strings.Contains(err.Error(), "\n") ||
				!strings.Contains(err.Error(), goroot) {
				t.Errorf("%s: %s: says %v, want one line with %q", tc.name, tt.file, err, tt.says)
			}
		}
	}
}

// partOf copies what Make reads.
func partOf(t *testing.T, goroot string) string {
	t.Helper()
	dir := t.TempDir()
	names := []string{"VERSION"}
	for _, c := range changes {
		names = append(names, filepath.Join("src", filepath.FromSlash(c.file)))
	}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(goroot, name))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestRefuseInput gives Make what it cannot use.
func TestRefuseInput(t *testing.T) {
	tc := installed(t)
	for _, tt := range []struct {
		goroot string
		files  map[string][]byte
		says   string
	}{
		{"go", nil, "not an absolute path"},
		{t.TempDir(), nil, "the version of this one is unknown"},
		{tc.goroot, map[string][]byte{"deps.go": []byte("package d\n")}, "is there already"},
		{tc.goroot, map[string][]byte{"lockdep_link.go": []byte("package d\n")}, "two files"},
		{tc.goroot, map[string][]byte{"sub/a.go": []byte("package d\n")}, "no name of a Go file"},
		{tc.goroot, map[string][]byte{"a_test.go": []byte("package d\n")}, "no name of a Go file"},
		{tc.goroot, map[string][]byte{"a.go": []byte("no Go\n")}, "detector: a.go:1:1"},
	} {
		if _, err := Make(tt.goroot, tt.files); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("says %v, want %q", err, tt.says)
		}
	}
	o, err := Make(tc.goroot, map[string][]byte{"a.go": []byte("// Package d.\npackage  d // here\nvar d int\n")})
	if err != nil {
		t.Fatal(err)
	}
	if got := string(o.files[testdepsDir+"/a.go"]); got != "// Package d.\npackage  testdeps // here\nvar d int\n" {
		t.Errorf("the file of the detector becomes %q", got)
	}
}
