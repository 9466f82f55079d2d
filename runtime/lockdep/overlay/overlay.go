package overlay

import (
	_ "embed"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Supported names the releases of Go that Make knows.
const Supported = "Go 1.25 and 1.26"

// minors are the releases 1.N of Supported.
var minors = []string{"25", "26"}

// What is added to the standard library besides the detector.
var (
	//go:embed _inject/sync.go
	syncFile []byte
	//go:embed _inject/runtime.go
	runtimeFile []byte
	//go:embed _inject/testdeps.go
	testdepsFile []byte
)

// testdepsDir is the package that every test binary has, relative to
// GOROOT/src, and so the place for the detector. A new directory will not do:
// go vet, which runs as part of go test, does not see it.
const testdepsDir = "testing/internal/testdeps"

// changes lists the files of GOROOT/src that are read, and what is done to
// each. A file that is only looked at is no part of the overlay.
var changes = []struct {
	file   string
	change func(*source) error
}{
	{"sync/mutex.go", changeMutex},
	{"sync/rwmutex.go", changeRWMutex},
	{"runtime/runtime2.go", changeG},
	{"runtime/proc.go", changeGoexit},
	{"runtime/coro.go", changeCoroexit},
	{"runtime/panic.go", changePanic},
	{"runtime/tracestack.go", providesExpand},
	{"runtime/traceback.go", providesUnwinder},
}

// Overlay is a set of files that replace or join those of one GOROOT.
type Overlay struct {
	goroot string
	files  map[string][]byte // by name relative to GOROOT/src, with slashes
}

// Make makes the overlay for the toolchain in goroot, which is to be named as
// go env GOROOT names it. The detector is a set of Go files by base name, as
// described in the documentation of the package.
func Make(goroot string, detector map[string][]byte) (*Overlay, error) {
	if !filepath.IsAbs(goroot) {
		return nil, fmt.Errorf("GOROOT %q is not an absolute path", goroot)
	}
	if err := Supports(goroot); err != nil {
		return nil, err
	}
	o := &Overlay{goroot: goroot, files: make(map[string][]byte)}
	for _, c := range changes {
		s, err := readSource(goroot, c.file)
		if err != nil {
			return nil, err
		}
		if err := c.change(s); err != nil {
			return nil, err
		}
		if len(s.edits) == 0 {
			continue
		}
		if o.files[c.file], err = s.result(); err != nil {
			return nil, err
		}
	}
	for name, text := range map[string][]byte{
		"sync/lockdep.go":                syncFile,
		"runtime/lockdep.go":             runtimeFile,
		testdepsDir + "/lockdep_link.go": testdepsFile,
	} {
		if err := o.add(name, text); err != nil {
			return nil, err
		}
	}
	for name, text := range detector {
		if err := o.addDetector(name, text); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// add adds a file that GOROOT does not have.
func (o *Overlay) add(name string, text []byte) error {
	path := o.original(name)
	if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s is there already: this is not the source that lockvet knows", path)
	}
	if _, ok := o.files[name]; ok {
		return fmt.Errorf("two files for %s", path)
	}
	o.files[name] = text
	return nil
}

// addDetector makes a file of the detector one of package testdeps.
func (o *Overlay) addDetector(name string, text []byte) error {
	if name != filepath.Base(name) || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
		return fmt.Errorf("detector: %q is no name of a Go file", name)
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, parser.PackageClauseOnly)
	if err != nil {
		return fmt.Errorf("detector: %w", err)
	}
	from, to := fset.Position(f.Name.Pos()).Offset, fset.Position(f.Name.End()).Offset
	text = slices.Concat(text[:from], []byte("testdeps"), text[to:])
	return o.add(testdepsDir+"/"+name, text)
}

// original returns where GOROOT has or would have the file.
func (o *Overlay) original(name string) string {
	return filepath.Join(o.goroot, "src", filepath.FromSlash(name))
}

var release = regexp.MustCompile(`^go1\.([0-9]+)([^0-9].*)?$`)

// Supports returns an error if the toolchain in goroot is of a version that Make
// does not know.
func Supports(goroot string) error {
	data, err := os.ReadFile(filepath.Join(goroot, "VERSION"))
	if err != nil {
		return fmt.Errorf("lockvet test supports %s; the version of this one is unknown: %w", Supported, err)
	}
	version, _, _ := strings.Cut(string(data), "\n")
	version = strings.TrimSpace(version)
	m := release.FindStringSubmatch(version)
	if m == nil || !slices.Contains(minors, m[1]) {
		return fmt.Errorf("lockvet test supports %s; this is %s in %s (GOTOOLCHAIN=go1.%s.0 chooses another)",
			Supported, version, goroot, minors[len(minors)-1])
	}
	return nil
}
