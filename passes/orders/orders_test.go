package orders_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/orders"
)

// load analyses the packages of testdata/src.
func load(t *testing.T, patterns ...string) *orders.Program {
	t.Helper()
	orders.Prepare()
	var parts []*orders.Part
	for _, r := range analysistest.Run(t, analysistest.TestData(), orders.Analyzer, patterns...) {
		part, ok := r.Result.(*orders.Part)
		if !ok {
			t.Fatalf("%s: result %T, %v", r.Action.Package, r.Result, r.Err)
		}
		parts = append(parts, part)
	}
	return orders.New(parts)
}

// TestOf: the part of the graph that packages make has what closes their circles
// elsewhere, and no more of other packages.
func TestOf(t *testing.T) {
	p := load(t, "low", "high")
	pairs := func(in func(string) bool) string {
		var list []string
		for _, e := range p.Of(in).Edges() {
			list = append(list, e.From+" "+e.To)
		}
		return strings.Join(list, ", ")
	}
	for name, want := range map[string]string{
		"low":  "low.A low.B, low.B low.A, low.C low.D", // the circle is one of both
		"high": "low.A low.B, low.B low.A",
		"none": "",
	} {
		if got := pairs(func(pkg string) bool { return pkg == name }); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if c := p.Cycles(p.Graph, lockgraph.Options{}); len(c) != 1 {
		t.Errorf("%d cycles", len(c))
	}
}

// TestDistinct: a way round a circle of two is left out, one of others is not.
func TestDistinct(t *testing.T) {
	ring := func(names string) lockgraph.Cycle {
		var c lockgraph.Cycle
		for i := range names {
			c.Edges = append(c.Edges, lockgraph.Edge{From: names[i : i+1], To: string(names[(i+1)%len(names)])})
		}
		return c
	}
	var got []string
	for _, c := range orders.Distinct([]lockgraph.Cycle{ring("ABC"), ring("AB"), ring("DEF"), ring("EFGH"), ring("BA")}) {
		got = append(got, strings.Join(c.Classes(), ""))
	}
	if want := "AB BA DEF"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}

// TestClass: a lock is named by the end of its name, where that is one lock's only.
func TestClass(t *testing.T) {
	p := load(t, "low", "high")
	for name, want := range map[string]string{
		"low.A": "low.A", "A": "low.A", "T.mu": "high.T.mu", "high.T.mu": "high.T.mu",
		"mu": "", "w.A": "", "": "", "nosuch": "",
	} {
		got, err := p.Class(name)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v, want %q", name, got, err, want)
		}
	}
	if _, err := p.Class("mu"); err == nil || !strings.Contains(err.Error(), "high.T.mu or high.U.mu") {
		t.Errorf("an ambiguous name: %v", err)
	}
}

// TestEmpty: of a program without locks all answers are empty.
func TestEmpty(t *testing.T) {
	p := orders.New(nil)
	if got := p.Audit(func(string) bool { return true }); len(got) != 0 {
		t.Errorf("audit: %v", got)
	}
	a := p.Why("a", "b")
	if len(a.Direct)+len(a.Chain)+len(a.Back)+len(a.Left) != 0 || a.Unseen != nil || a.Cycle != nil {
		t.Errorf("why: %+v", a)
	}
}
