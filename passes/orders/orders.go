package orders

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/lockflow"
)

// Analyzer gives a package's part of a [Program], as a *[Part]. It is of use only
// after [Prepare], and in a driver that analyses the dependencies as well.
var Analyzer = &analysis.Analyzer{
	Name:       "orders",
	Doc:        "collect the lock orders of a package, for drivers that show them",
	URL:        "https://pkg.go.dev/github.com/lockvet/lockvet/passes/orders",
	Run:        run,
	Requires:   []*analysis.Analyzer{lockflow.Analyzer},
	ResultType: reflect.TypeFor[*Part](),
}

// Prepare makes the engine keep what the questions need beside the orders. Call it
// before anything is analysed.
func Prepare() { lockflow.Explain = true }

// A Part is what one package contributes.
type Part struct {
	graph *lockgraph.Graph
	known *lockflow.Explained
}

func run(pass *analysis.Pass) (any, error) {
	locks, err := lockflow.Of(pass)
	if err != nil {
		return nil, err
	}
	return &Part{locks.Graph, locks.Explained}, nil
}

// A Program is the parts of its packages put together.
type Program struct {
	// Graph has all orders of the packages and of what they import.
	Graph *lockgraph.Graph

	judge   *lockflow.Judge
	tries   []lockflow.TrySite
	left    []lockflow.LeftOut
	widened []string
	calls   *callIndex
}

// New joins the parts.
func New(parts []*Part) *Program {
	p := &Program{Graph: lockgraph.New(), calls: newCallIndex(parts)}
	for _, part := range parts {
		p.Graph.Merge(part.graph)
		if k := part.known; k != nil {
			p.tries = append(p.tries, k.Tries...)
			p.left = append(p.left, k.Left...)
			p.widened = append(p.widened, k.Widened...)
		}
	}
	p.judge = lockflow.NewJudge(p.Graph)
	return p
}

// Distinct leaves out cycles that are ways round another one, as the analyzers do.
func Distinct(cycles []lockgraph.Cycle) []lockgraph.Cycle { return lockflow.Distinct(cycles) }

// Cycles returns the cycles of g that the analyzers think count; g is the graph of
// the program, or a part of it with what was observed of it at run time.
func (p *Program) Cycles(g *lockgraph.Graph, o lockgraph.Options) []lockgraph.Cycle {
	judge := p.judge
	if g != p.Graph {
		judge = lockflow.NewJudge(g)
	}
	var out []lockgraph.Cycle
	for _, c := range g.Cycles(o) {
		if judge.Counts(&c) {
			out = append(out, c)
		}
	}
	return out
}

// Of returns the part of the graph that the packages make which in names: the edges
// of their code, and those of other packages that lie on a cycle with them.
func (p *Program) Of(in func(pkg string) bool) *lockgraph.Graph {
	g := lockgraph.New()
	theirs := func(e *lockgraph.Edge) bool { return in(e.Report.Pkg) || in(e.Held.Pkg) || in(e.Site.Pkg) }
	add := func(e lockgraph.Edge) {
		for _, name := range []string{e.From, e.To} {
			if c, ok := p.Graph.Class(name); ok {
				g.AddClass(c)
			}
		}
		g.AddEdge(e)
	}
	for _, e := range p.Graph.Edges() {
		if theirs(&e) {
			add(e)
		}
	}
	for _, c := range p.Cycles(p.Graph, lockgraph.Options{}) {
		for i := range c.Edges {
			if theirs(&c.Edges[i]) {
				for _, e := range c.Edges {
					add(e)
				}
				break
			}
		}
	}
	for _, o := range p.Graph.Orders() {
		if in(o.Site.Pkg) {
			g.AddOrder(o)
		}
	}
	return g
}
