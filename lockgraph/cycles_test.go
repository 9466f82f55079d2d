package lockgraph

import (
	"fmt"
	"math/rand"
	"reflect"
	"testing"
)

func TestVerdictTable(t *testing.T) {
	whatIf := Options{WhatIfSpin: true}
	adaptive := []any{Class{Name: "A", Adaptive: true}, Class{Name: "B", Adaptive: true}}
	two := func(k, l Kind, parts ...any) []any {
		return append(parts, edge("A", "B", k), edge("B", "A", l))
	}
	over := func(e Edge) Edge { e.Retries = true; return e }
	runCycleCases(t, []cycleCase{
		{"wait wait", two(Wait, Wait), Options{}, "deadlock A B"},
		{"wait poll", two(Wait, Poll), Options{}, "livelock A B"},
		{"poll poll", two(Poll, Poll), Options{}, "livelock A B"},
		{"wait spin starts over", []any{edge("A", "B", Wait), over(edge("B", "A", Spin))}, Options{}, "spinning livelock A B"},
		{"poll spin starts over", []any{edge("A", "B", Poll), over(edge("B", "A", Spin))}, Options{}, "spinning livelock A B"},
		{"both spins start over", []any{over(edge("A", "B", Spin)), over(edge("B", "A", Spin))}, Options{}, "spinning livelock A B"},
		{"retry spin starts over", []any{edge("A", "B", Retry), over(edge("B", "A", Spin))}, Options{}, "spinning livelock A B"},
		{"starting over is the same between adaptive mutexes", append(adaptive, edge("A", "B", Wait), over(edge("B", "A", Spin))), Options{}, "spinning livelock A B"},
		{"wait spin gives up", two(Wait, Spin), Options{}, "bounded spin A B"},
		{"one gives up, so the other gets through", []any{edge("A", "B", Spin), over(edge("B", "A", Spin))}, Options{}, "bounded spin A B"},
		{"retry spin gives up", two(Retry, Spin), Options{}, "bounded spin A B"},
		{"adaptive mutexes notice", two(Wait, Spin, adaptive...), Options{}, ""},
		{"only one is adaptive", two(Wait, Spin, adaptive[0]), Options{}, "bounded spin A B"},
		{"wait retry", two(Wait, Retry), Options{}, "trylock inversion A B"},
		{"poll retry", two(Poll, Retry), Options{}, "trylock inversion A B"},
		{"all retry", two(Retry, Retry), Options{}, "retry livelock A B"},
		{"wait try", two(Wait, Try), Options{}, ""},
		{"spin starts over, try", []any{edge("A", "B", Try), over(edge("B", "A", Spin))}, Options{}, ""},
		{"what if wait try", two(Wait, Try), whatIf, "avoidance A B"},
		{"what if retry try", two(Retry, Try), whatIf, "avoidance A B"},
		{"what if leaves the others alone", two(Wait, Wait), whatIf, "deadlock A B"},
		{"what if between adaptive mutexes", two(Wait, Try, adaptive...), whatIf, "avoidance A B"},
	})
}

func TestCycleLength(t *testing.T) {
	ring := func(n int, k Kind) []any {
		var parts []any
		for i := range n {
			parts = append(parts, edge(fmt.Sprintf("N%04d", i), fmt.Sprintf("N%04d", (i+1)%n), k))
		}
		return parts
	}
	for _, n := range []int{2, 3, 7, 500} {
		got := graphOf(ring(n, Wait)...).Cycles(Options{})
		if len(got) != 1 || len(got[0].Edges) != n {
			t.Errorf("ring of %d: %d cycles", n, len(got))
		}
	}
	if got := graphOf(ring(9, Wait)[:8]...).Cycles(Options{}); got != nil {
		t.Errorf("path: %v", outline(got))
	}
}

func TestLayers(t *testing.T) {
	runCycleCases(t, []cycleCase{
		{
			"a short inversion does not hide a longer deadlock",
			[]any{edge("A", "B", Wait), edge("B", "A", Retry), edge("B", "C", Wait), edge("C", "A", Wait)},
			Options{}, "deadlock A B C; trylock inversion A B",
		},
		{
			"a short avoidance does not hide a longer deadlock",
			[]any{edge("A", "B", Wait), edge("B", "A", Try), edge("B", "C", Wait), edge("C", "A", Wait)},
			Options{WhatIfSpin: true}, "deadlock A B C; avoidance A B",
		},
		{
			"a deadlock covers an inversion between the same classes",
			[]any{edge("A", "B", Wait), edge("B", "A", Wait), edge("B", "A", Retry)},
			Options{}, "deadlock A B",
		},
		{
			"a bounded spin does not hide an inversion",
			[]any{edge("A", "B", Wait), edge("B", "A", Spin), edge("B", "A", Retry)},
			Options{}, "trylock inversion A B",
		},
		{
			"a bounded spin does not hide a spinning livelock",
			[]any{edge("A", "B", Wait), edge("B", "A", Spin), edge("B", "A", Spin, startsOver)},
			Options{}, "spinning livelock A B",
		},
		{
			"a silent spin between adaptive mutexes does not end the search",
			[]any{
				Class{Name: "A", Adaptive: true}, Class{Name: "B", Adaptive: true},
				edge("A", "B", Wait), edge("B", "A", Spin), edge("A", "C", Wait), edge("C", "B", Wait),
			},
			Options{}, "bounded spin A C B",
		},
		{
			"each edge's shortest cycle",
			[]any{edge("A", "B", Wait), edge("B", "C", Wait), edge("C", "A", Wait), edge("C", "B", Wait)},
			Options{}, "deadlock A B C; deadlock B C",
		},
		{
			"never all: the complete graph is covered by its pairs",
			[]any{
				edge("A", "B", Wait), edge("B", "A", Wait), edge("A", "C", Wait),
				edge("C", "A", Wait), edge("B", "C", Wait), edge("C", "B", Wait),
			},
			Options{}, "deadlock A B; deadlock A C; deadlock B C",
		},
	})
}

func TestWeakClasses(t *testing.T) {
	runCycleCases(t, []cycleCase{
		{"weak", []any{Class{Name: "A", Weak: true}, edge("A", "B", Wait), edge("B", "A", Wait)}, Options{}, ""},
		{
			"weak only at first",
			[]any{Class{Name: "A", Weak: true}, edge("A", "B", Wait), edge("B", "A", Wait), Class{Name: "A"}},
			Options{}, "deadlock A B",
		},
		{
			"around a weak class",
			[]any{
				Class{Name: "W", Weak: true}, edge("A", "W", Wait), edge("W", "A", Wait),
				edge("A", "B", Wait), edge("B", "C", Wait), edge("C", "A", Wait), edge("B", "W", Wait),
			},
			Options{}, "deadlock A B C",
		},
		{"weak same class", []any{Class{Name: "A", Weak: true}, edge("A", "A", Wait, related("pair"))}, Options{}, ""},
		{
			"weak against a declared order",
			[]any{Class{Name: "A", Weak: true}, edge("B", "A", Wait), Order{Before: "A", After: "B"}}, Options{}, "",
		},
	})
}

func TestTestEdges(t *testing.T) {
	runCycleCases(t, []cycleCase{
		{"mixed", []any{edge("A", "B", Wait), edge("B", "A", Wait, fromTest)}, Options{}, ""},
		{"test only", []any{edge("A", "B", Wait, fromTest), edge("B", "A", Wait, fromTest)}, Options{}, "deadlock A B"},
		{
			"both: the production cycle is enough",
			[]any{
				edge("A", "B", Wait), edge("B", "A", Wait),
				edge("A", "B", Wait, fromTest), edge("B", "A", Wait, fromTest),
			},
			Options{}, "deadlock A B",
		},
		{
			"production before test",
			[]any{
				edge("A", "B", Wait, fromTest), edge("B", "A", Wait, fromTest),
				edge("C", "D", Wait), edge("D", "C", Wait),
			},
			Options{}, "deadlock C D; deadlock A B",
		},
		{"mixed by structure", []any{edge("A", "A", Wait, related(">f")), edge("A", "A", Wait, related("<f"), fromTest)}, Options{}, ""},
	})
}

func TestCycleDescription(t *testing.T) {
	g := graphOf(edge("C", "A", Wait), edge("A", "B", Wait, byClass), edge("B", "C", Wait))
	c := g.Cycles(Options{})[0]
	if got := c.Classes(); !reflect.DeepEqual(got, []string{"A", "B", "C"}) {
		t.Errorf("classes %v", got)
	}
	if !c.ByClass() {
		t.Error("one edge is by class, the cycle is not")
	}
	g.AddEdge(edge("A", "B", Wait)) // proven
	c = g.Cycles(Options{})[0]
	if c.ByClass() {
		t.Error("all edges are proven, the cycle is not")
	}
}

func TestIDIdentifies(t *testing.T) {
	id := func(parts ...any) string {
		t.Helper()
		cycles := graphOf(parts...).Cycles(Options{})
		if len(cycles) != 1 {
			t.Fatalf("%d cycles", len(cycles))
		}
		return cycles[0].ID()
	}
	ab, ba := edge("A", "B", Wait), edge("B", "A", Wait)
	base := id(ab, ba)
	if got := id(ba, ab, edge("C", "A", Wait)); got != base {
		t.Error("ID depends on insertion or on other edges")
	}
	seen := ab
	seen.Origin, seen.Held.Func, seen.Calls = Static|Runtime, "other", []Site{{Pkg: "p", File: "c.go", Line: 3}}
	if got := id(seen, ba); got != base {
		t.Error("ID depends on more than verdict, classes and places")
	}
	for name, e := range map[string]Edge{
		"place":   edge("A", "B", Wait, line(7777)),
		"verdict": edge("A", "B", Poll),
	} {
		if id(e, ba) == base {
			t.Errorf("another %s, same ID", name)
		}
	}
}

// TestParallelEdges needs the one combination of parallel edges that counts.
func TestParallelEdges(t *testing.T) {
	const n = 40
	g := New()
	for i := range n {
		g.AddEdge(edge("A", "B", Wait, line(i), gate("G", Exclusive, "", fmt.Sprint(i))))
		g.AddEdge(edge("B", "C", Wait, line(i), gate("G", Exclusive, "", fmt.Sprint(i))))
		g.AddEdge(edge("C", "A", Wait, line(i), gate("G", Exclusive, "", fmt.Sprint(i))))
	}
	if got := g.Cycles(Options{}); got != nil {
		t.Fatalf("all gated: %s", outline(got))
	}
	g.AddEdge(edge("A", "B", Wait, line(n+1)))
	g.AddEdge(edge("B", "C", Wait, line(n+1)))
	got := g.Cycles(Options{})
	if outline(got) != "deadlock A B C" {
		t.Fatalf("cycles %q", outline(got))
	}
	if l := got[0].Edges[0].Site.Line; l != n+1 {
		t.Errorf("edge at line %d, which is gated", l)
	}
}

// hopelessGraph has 2 to the levels paths from S to T. All cycles lead back
// to S through T, which has only readers.
func hopelessGraph(levels int) *Graph {
	g := New()
	node := func(level, i int) string { return fmt.Sprintf("N%02d%d", level, i) }
	for l := range levels {
		for i := range 2 {
			for j := range 2 {
				g.AddEdge(edge(node(l, i), node(l+1, j), Wait))
			}
		}
	}
	for i := range 2 {
		g.AddEdge(edge(node(levels, i), "T", Wait, sharedTo))
		g.AddEdge(edge("S", node(0, i), Wait))
	}
	g.AddEdge(edge("T", "S", Wait, sharedFrom))
	return g
}

func TestBudgetBoundsTheSearch(t *testing.T) {
	g := hopelessGraph(40)
	for _, budget := range []int{1, 100, 10000, 0} {
		if got := g.Cycles(Options{Budget: budget}); got != nil {
			t.Errorf("budget %d: %s", budget, outline(got))
		}
	}
}

func TestInsertionOrderDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 200 {
		parts := randomParts(r, 6, 25)
		want := graphOf(parts...).Cycles(Options{WhatIfSpin: true})
		for range 5 {
			r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
			got := graphOf(parts...).Cycles(Options{WhatIfSpin: true})
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("got %s\nwant %s", outline(got), outline(want))
			}
		}
	}
}
