package lockflow_test

import (
	"bytes"
	"testing"
)

// What is handed on does not depend on the order in which anything is gone
// through, where names or calls meet.
func TestSameFact(t *testing.T) {
	sources := map[string]string{
		"fields that call each other": `
type T struct { f, g, h func() }

var x T

var A, B, C sync.Mutex

func set() {
	x.f = func() { x.g(); A.Lock(); A.Unlock() }
	x.g = func() { x.h(); B.Lock(); B.Unlock() }
	x.h = func() { x.f(); C.Lock(); C.Unlock() }
}

func F() { x.f() }
func G() { x.g() }
func H() { x.h() }

func (t *T) F() { t.h() }
func (t *T) G() { t.f() }`,
		"closures in functions called init": `
type S struct { Hook func() }

type T struct { Hook func() }

type U struct { Hook func() }

var s = &S{func() { a.Lock(); a.Unlock() }}
var t T
var u U

var a, b, c sync.Mutex

func init() { t.Hook = func() { b.Lock(); b.Unlock() } }
func init() { u.Hook = func() { c.Lock(); c.Unlock() } }

func Run(s *S) { c.Lock(); s.Hook(); c.Unlock() }
func (t *T) Run() { a.Lock(); t.Hook(); a.Unlock() }
func (u *U) Run() { b.Lock(); u.Hook(); b.Unlock() }`,
		"several releases of a lock on some paths": `
var a, b sync.Mutex

func F(c, d bool) {
	if c { a.Lock() }
	if d { b.Lock() }
	func() { a.Unlock(); b.Unlock() }()
	if d { a.Lock() }
	if c { b.Lock() }
	a.Unlock(); b.Unlock()
}`,
	}
	for name, src := range sources {
		t.Run(name, func(t *testing.T) {
			var first []byte
			for i := range 20 {
				res, fact := analyseAndExport(t, "package p\n\nimport \"sync\"\n"+src)
				if name == "closures in functions called init" {
					edges := res.Graph.Edges()
					if len(edges) != 3 || !hasEdge(edges, "c", "a") || !hasEdge(edges, "a", "b") || !hasEdge(edges, "b", "c") {
						t.Fatalf("run %d: got edges %v, want c -> a, a -> b and b -> c", i, edges)
					}
				}
				if i == 0 {
					first = fact
				} else if !bytes.Equal(fact, first) {
					t.Fatalf("run %d: another fact", i)
				}
			}
		})
	}
}
