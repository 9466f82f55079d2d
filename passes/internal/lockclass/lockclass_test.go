package lockclass_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"testing"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

func TestName(t *testing.T) {
	isWrapper := func(owner string) bool { return owner == "p.W" }
	var n lockclass.Name
	if class, complete := n.Field("mu", "p.W", isWrapper); complete {
		t.Errorf("the lock of a wrapper is called %s", class)
	}
	if class := n.Weak("p.Root"); class != "p.W.mu" {
		t.Errorf("weak name %s, want p.W.mu", class)
	}
	n.Index()
	n.Field("state", "", isWrapper)
	if class := n.In("p.f.local"); class != "p.f.local.state[].mu" {
		t.Errorf("in a variable: %s", class)
	}
	if class, complete := n.Field("own", "p.T", isWrapper); !complete || class != "p.T.own.state[].mu" {
		t.Errorf("in a struct: %s, %v", class, complete)
	}
	if class := new(lockclass.Name).Weak("p.Root"); class != "p.Root" {
		t.Errorf("weak name %s, want p.Root", class)
	}
}

func TestDeclarations(t *testing.T) {
	const src = `package p

import "sync"

type Locker struct{ mu sync.Mutex; a, b, c int }

func (l *Locker) Lock()   {}
func (l *Locker) Unlock() {}

type Guarded[T any] struct { mu sync.Mutex; value T }
type Cache[T any] struct { mu sync.Mutex; values []T }
type Twin struct { mu sync.Mutex; n int }
type Twins struct { a, b Twin }
type Base struct { sync.Mutex; n int }
type One struct { Base; a int }
type Two struct { Base; b int }
type Part struct { mu sync.Mutex; n int }
type Whole struct { part []Part }
type Large struct { mu sync.Mutex; a, b, c int }
type Around struct { large Large }
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: importer.Default()}
	pkg, err := conf.Check("p", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := lockclass.Declarations(pkg)
	if got, want := slices.Sorted(maps.Keys(d.Wrappers)), []string{"p.Base", "p.Guarded", "p.Locker", "p.Twin"}; !slices.Equal(got, want) {
		t.Errorf("wrappers %v, want %v", got, want)
	}
	for key, want := range map[string]int{"p.Part": 1, "p.Large": 0, "p.Twin": 2, "p.Whole": 0} {
		if d.Parts[key] != want {
			t.Errorf("%s is a part %d times, want %d", key, d.Parts[key], want)
		}
	}
	if !d.Generic["p.Cache"] || d.Generic["p.Part"] {
		t.Errorf("generic: %v", d.Generic)
	}
}
