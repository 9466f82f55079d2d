package lockflow_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"math/rand"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/lockflow"
)

// analyse runs the engine over a package given as source text.
func analyse(t testing.TB, src string) *lockflow.Result {
	t.Helper()
	res, _ := analyseAndExport(t, src)
	return res
}

// analyseAndExport is analyse with the package's fact as it is written, nil if
// there is none.
func analyseAndExport(t testing.TB, src string) (*lockflow.Result, []byte) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Importer: std, Sizes: types.SizesFor("gc", runtime.GOARCH)}
	pkg, err := conf.Check("p", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	p := &packages.Package{ID: "p", PkgPath: "p", Name: "p", Fset: fset, Syntax: []*ast.File{file},
		Types: pkg, TypesInfo: info, TypesSizes: conf.Sizes}
	graph, err := checker.Analyze([]*analysis.Analyzer{lockflow.Analyzer}, []*packages.Package{p}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := graph.Roots[0].Err; err != nil {
		t.Fatal(err)
	}
	res := graph.Roots[0].Result.(*lockflow.Result)
	if res.Err != nil {
		t.Fatalf("%v\n%s", res.Err, src)
	}
	fact := new(lockflow.Fact)
	if !graph.Roots[0].PackageFact(pkg, fact) {
		return res, nil
	}
	b, err := fact.GobEncode()
	if err != nil {
		t.Fatal(err)
	}
	return res, b
}

var std = importer.Default()

// A program is a random lock program: functions that take package-level locks
// in blocks, branch, loop, defer and call functions before them.
type program struct {
	r     *rand.Rand
	b     bytes.Buffer
	locks int
	takes []map[int]bool // by function: what it may take
	waits []map[int]bool // … and wait for
	edges map[[2]int]bool
	again map[int]bool // locks that are waited for by a function that is called with them held
}

// write makes n functions and returns the source. edges then holds the orders
// that the program takes, by the meaning of the statements written.
func (p *program) write(n int) string {
	p.edges, p.again = make(map[[2]int]bool), make(map[int]bool)
	p.b.WriteString("package p\n\nimport \"sync\"\n\nvar (\n")
	for i := range p.locks {
		fmt.Fprintf(&p.b, "\tm%d sync.Mutex\n", i)
	}
	p.b.WriteString(")\n\nvar cond func() bool\n")
	for f := range n {
		p.takes = append(p.takes, make(map[int]bool))
		p.waits = append(p.waits, make(map[int]bool))
		fmt.Fprintf(&p.b, "\nfunc f%d() {\n", f)
		p.block(f, nil, 3)
		p.b.WriteString("}\n")
	}
	return p.b.String()
}

// acquire notes that function f takes lock i while held are held.
func (p *program) acquire(f int, held []int, i int) {
	p.takes[f][i] = true
	for _, h := range held {
		if h != i {
			p.edges[[2]int{h, i}] = true
		}
	}
}

func (p *program) block(f int, held []int, depth int) {
	for range 1 + p.r.Intn(3) {
		p.statement(f, held, depth)
	}
}

func (p *program) statement(f int, held []int, depth int) {
	i := p.r.Intn(p.locks)
	inner := append(slices.Clip(held), i)
	switch k := p.r.Intn(8); {
	case depth == 0 || k == 0:
		p.b.WriteString("_ = cond\n")
	case k == 1 && f > 0:
		g := p.r.Intn(f)
		fmt.Fprintf(&p.b, "f%d()\n", g)
		for j := range p.takes[g] {
			p.acquire(f, held, j)
		}
		for j := range p.waits[g] {
			p.waits[f][j] = true
			p.again[j] = p.again[j] || slices.Contains(held, j)
		}
	case k == 2:
		p.b.WriteString("if cond() {\n")
		p.block(f, held, depth-1)
		p.b.WriteString("} else {\n")
		p.block(f, held, depth-1)
		p.b.WriteString("}\n")
	case k == 3:
		p.b.WriteString("for cond() {\n")
		p.block(f, held, depth-1)
		p.b.WriteString("}\n")
	case slices.Contains(held, i):
		p.b.WriteString("_ = cond\n")
	case k == 4:
		p.acquire(f, held, i)
		p.waits[f][i] = true
		fmt.Fprintf(&p.b, "func() {\nm%d.Lock()\ndefer m%d.Unlock()\n", i, i)
		p.block(f, inner, depth-1)
		p.b.WriteString("}()\n")
	case k == 5:
		p.acquire(f, held, i)
		fmt.Fprintf(&p.b, "if m%d.TryLock() {\n", i)
		p.block(f, inner, depth-1)
		fmt.Fprintf(&p.b, "m%d.Unlock()\n}\n", i)
	default:
		p.acquire(f, held, i)
		p.waits[f][i] = true
		fmt.Fprintf(&p.b, "m%d.Lock()\n", i)
		p.block(f, inner, depth-1)
		fmt.Fprintf(&p.b, "m%d.Unlock()\n", i)
	}
}

// checkProgram compares what the engine finds with what a random program does:
// its orders, and the locks that are taken again. Nothing is left locked in it,
// and nothing released that is not held.
func checkProgram(t *testing.T, seed int64) {
	r := rand.New(rand.NewSource(seed))
	p := &program{r: r, locks: 3 + r.Intn(4)}
	src := p.write(2 + r.Intn(6))
	got := make(map[[2]int]bool)
	res := analyse(t, src)
	for _, e := range res.Graph.Edges() {
		var pair [2]int
		fmt.Sscanf(e.From+" "+e.To, "p.m%d p.m%d", &pair[0], &pair[1])
		got[pair] = true
	}
	if !maps.Equal(got, p.edges) {
		t.Errorf("seed %d: got edges %v, want %v, in\n%s", seed, got, p.edges, src)
	}
	again := make(map[int]bool)
	for _, a := range res.Again {
		var i int
		fmt.Sscanf(a.Lock, "p.m%d", &i)
		again[i] = again[i] || a.Kind == lockgraph.Wait
	}
	for i := range p.locks {
		if again[i] != p.again[i] {
			t.Errorf("seed %d: taken again: got %v, want %v, in\n%s", seed, again, p.again, src)
			break
		}
	}
	if len(res.Held)+len(res.Unheld) > 0 {
		t.Errorf("seed %d: held at an end: %v, released unheld: %v, in\n%s", seed, res.Held, res.Unheld, src)
	}
}

// checkForgotten removes one unlock of a random program: the lock is then held
// where its function ends, or taken again before.
func checkForgotten(t *testing.T, seed int64) {
	r := rand.New(rand.NewSource(seed))
	p := &program{r: r, locks: 3 + r.Intn(4)}
	lines := strings.Split(p.write(2+r.Intn(6)), "\n")
	var unlocks []int
	for i, l := range lines {
		if strings.HasSuffix(l, ".Unlock()") && !strings.HasPrefix(l, "defer") && strings.HasPrefix(lines[i+1], "}") {
			unlocks = append(unlocks, i) // the last statement of its block: nothing follows that could be cut off
		}
	}
	if len(unlocks) == 0 {
		return
	}
	at := unlocks[r.Intn(len(unlocks))]
	lock := "p." + strings.TrimSuffix(lines[at], ".Unlock()")
	lines[at] = "_ = cond"
	src := strings.Join(lines, "\n")
	res := analyse(t, src)
	held := slices.ContainsFunc(res.Held, func(h lockflow.Held) bool { return h.Lock == lock })
	again := slices.ContainsFunc(res.Again, func(a lockflow.Again) bool { return a.Lock == lock })
	if !held && !again {
		t.Errorf("seed %d: %s is not seen to stay locked after line %d of\n%s", seed, lock, at+1, src)
	}
}

func TestForgottenUnlocks(t *testing.T) {
	for seed := range int64(200) {
		checkForgotten(t, seed)
	}
}

func TestRandomPrograms(t *testing.T) {
	for seed := range int64(200) {
		checkProgram(t, seed)
	}
}

func FuzzProgram(f *testing.F) {
	f.Add(int64(1))
	f.Add(int64(-132)) // a lock that is taken and released on the way back to a trylock
	f.Fuzz(func(t *testing.T, seed int64) { checkProgram(t, seed) })
}

func FuzzForgottenUnlock(f *testing.F) {
	f.Add(int64(1))
	f.Fuzz(func(t *testing.T, seed int64) { checkForgotten(t, seed) })
}
