package lockgraph

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"
)

// change is a change to an edge of a test graph.
type change func(*Edge)

func sharedFrom(e *Edge) { e.FromMode = Shared }
func sharedTo(e *Edge)   { e.ToMode = Shared }
func startsOver(e *Edge) { e.Retries = true }
func fromTest(e *Edge)   { e.Test = true }
func byClass(e *Edge)    { e.ByClass = true }

func fromAnchor(anchors ...string) change {
	return func(e *Edge) { e.FromAnchor = anchors }
}

func gate(class string, m Mode, anchors ...string) change {
	return func(e *Edge) { e.Gates = append(e.Gates, Gate{class, m, anchors}) }
}

func related(r Relation) change { return func(e *Edge) { e.Relation = r } }

func line(n int) change { return func(e *Edge) { e.Site.Line = n } }

// edge makes an edge whose place depends on its classes, so that a test need
// not invent one. The class names are single words.
func edge(from, to string, k Kind, changes ...change) Edge {
	h := fnv.New32()
	fmt.Fprint(h, from, to)
	n := int(h.Sum32() % 1000)
	e := Edge{
		From: from, To: to, Kind: k, Origin: Static,
		Held:   Site{Pkg: "p", File: "f.go", Line: n, Func: "F"},
		Site:   Site{Pkg: "p", File: "f.go", Line: n + 1, Func: "F"},
		Report: Site{Pkg: "p", File: "f.go", Line: n + 1, Func: "F"},
	}
	for _, c := range changes {
		c(&e)
	}
	return e
}

func graphOf(parts ...any) *Graph {
	g := New()
	for _, p := range parts {
		switch p := p.(type) {
		case Edge:
			g.AddEdge(p)
		case Class:
			g.AddClass(p)
		case Order:
			g.AddOrder(p)
		default:
			panic(fmt.Sprintf("graphOf: %T", p))
		}
	}
	return g
}

func writtenUnder(class string, under ...string) Class {
	return Class{Name: class, Writers: []Writer{{Site{Pkg: "p", File: "w.go", Line: 1}, under}}}
}

// outline is what tests compare: "deadlock A B; order violation B A".
func outline(cycles []Cycle) string {
	var parts []string
	for i := range cycles {
		c := &cycles[i]
		parts = append(parts, c.Verdict.String()+" "+strings.Join(c.Classes(), " "))
	}
	return strings.Join(parts, "; ")
}

type cycleCase struct {
	name  string
	parts []any
	opts  Options
	want  string
}

func runCycleCases(t *testing.T, cases []cycleCase) {
	t.Helper()
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			got := graphOf(tt.parts...).Cycles(tt.opts)
			if s := outline(got); s != tt.want {
				t.Errorf("cycles %q, want %q", s, tt.want)
			}
			for _, c := range got {
				checkShape(t, &c)
			}
		})
	}
}

// checkShape checks what every cycle satisfies.
func checkShape(t *testing.T, c *Cycle) {
	t.Helper()
	if (c.Verdict == OrderViolation) != (c.Order != nil) {
		t.Errorf("%v: order %v", c.Verdict, c.Order)
	}
	seen := make(map[string]bool)
	for i := range c.Edges {
		e, next := &c.Edges[i], &c.Edges[(i+1)%len(c.Edges)]
		if c.Verdict != OrderViolation && e.To != next.From {
			t.Errorf("edge to %s is followed by one from %s", e.To, next.From)
		}
		if e.From < c.Edges[0].From {
			t.Errorf("cycle begins with %s, not with %s", c.Edges[0].From, e.From)
		}
		if seen[e.From] && e.From != e.To {
			t.Errorf("leads through %s twice", e.From)
		}
		seen[e.From] = true
		if e.Test != c.Edges[0].Test {
			t.Error("test and production edges in one cycle")
		}
	}
	if len(c.ID()) != 16 {
		t.Errorf("ID %q is not 16 digits", c.ID())
	}
}
