package lockgraph

import (
	"fmt"
	"math/rand"
	"sync"
	"testing"
)

// bigGraph has 100,000 classes and 1,000,000 edges. Nearly all of them keep
// one order; a few hundred go the other way over a short distance.
var bigGraph = sync.OnceValue(func() *Graph {
	const classes, edges, back = 100_000, 1_000_000, 300
	r := rand.New(rand.NewSource(6))
	names := make([]string, classes)
	for i := range names {
		names[i] = fmt.Sprintf("example.com/module/pkg%d.Type%d.mu", i/100, i)
	}
	g := New()
	for i := range edges {
		from := r.Intn(classes - 1)
		to := from + 1 + r.Intn(min(1000, classes-1-from))
		if i < back {
			from, to = to, from
		}
		at := Site{Pkg: "example.com/module/pkg", File: "file.go", Line: i + 1}
		g.AddEdge(Edge{From: names[from], To: names[to], Kind: Kind(r.Intn(5)), Held: at, Site: at, Report: at, Origin: Static})
	}
	return g
})

// denseGraph is one component of 500 classes and 5000 edges, readers many of
// them, with gates that exclude each other in part.
func denseGraph() *Graph {
	r := rand.New(rand.NewSource(7))
	g := New()
	for i := range 5000 {
		from, to := fmt.Sprintf("C%d", r.Intn(500)), fmt.Sprintf("C%d", r.Intn(500))
		at := Site{Pkg: "p", File: "f.go", Line: i}
		e := Edge{From: from, To: to, FromMode: Shared, ToMode: Shared, Held: at, Site: at}
		if i%2 == 0 {
			e.Gates = []Gate{{"G", Exclusive, []string{fmt.Sprint(i % 6), fmt.Sprint(i % 10)}}}
		}
		g.AddEdge(e)
		g.AddClass(Class{Name: from, Writers: []Writer{{Under: []string{to}}}})
	}
	return g
}

func BenchmarkComponents(b *testing.B) {
	g := bigGraph()
	b.ReportAllocs()
	for b.Loop() {
		g.Components()
	}
}

func BenchmarkCycles(b *testing.B) {
	b.Run("ordered", func(b *testing.B) {
		g := bigGraph()
		b.ReportAllocs()
		for b.Loop() {
			b.ReportMetric(float64(len(g.Cycles(Options{}))), "cycles")
		}
	})
	b.Run("budget", func(b *testing.B) {
		g := hopelessGraph(40)
		b.ReportAllocs()
		for b.Loop() {
			g.Cycles(Options{})
		}
	})
	b.Run("tangled", func(b *testing.B) {
		g := denseGraph()
		b.ReportAllocs()
		for b.Loop() {
			b.ReportMetric(float64(len(g.Cycles(Options{}))), "cycles")
		}
	})
}

func BenchmarkAddEdge(b *testing.B) {
	edges := bigGraph().Edges()
	b.ReportAllocs()
	for b.Loop() {
		g := New()
		for i := range edges {
			g.AddEdge(edges[i])
		}
	}
}
