package core

import (
	"bytes"
	"strings"
	"testing"

	"github.com/lockvet/lockvet/lockgraph"
)

// observed reads the core's graph with package lockgraph.
func observed(t *testing.T) *lockgraph.Graph {
	t.Helper()
	text := Graph("p", func(pc uintptr) Place { return Place{Pkg: "p", File: "f.go", Line: int(pc), Func: "F"} })
	g, err := lockgraph.ReadJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return g
}

var layers = map[lockgraph.Verdict]Kind{
	lockgraph.Deadlock:    Wait,
	lockgraph.Livelock:    Poll,
	lockgraph.BoundedSpin: Spin,
}

type classPair struct{ from, to string }

// FuzzVerdicts: of the graph that the core has observed, package lockgraph says
// what the core has said. Each cycle of the one shares a pair of classes with
// one of the other that is as bad; which of several cycles through a pair is
// reported depends on what was seen first.
func FuzzVerdicts(f *testing.F) {
	fuzz(f, true, func(t *testing.T, p *program) {
		g := observed(t)
		reported := make(map[classPair]Kind)
		note := func(pair classPair, k Kind) {
			if old, ok := reported[pair]; !ok || k < old {
				reported[pair] = k
			}
		}
		for _, r := range p.reports {
			for _, s := range r.Steps {
				note(classPair{s.From.Class, s.To.Class}, r.Kind)
			}
		}
		found := make(map[classPair]Kind)
		for _, c := range g.Cycles(lockgraph.Options{}) {
			k, ok := layers[c.Verdict]
			if !ok {
				t.Fatalf("verdict %v", c.Verdict)
			}
			known := false
			for _, e := range c.Edges {
				pair := classPair{e.From, e.To}
				if old, ok := found[pair]; !ok || k < old {
					found[pair] = k
				}
				l, ok := reported[pair]
				known = known || ok && l <= k
			}
			if !known {
				t.Errorf("lockgraph alone finds a %v: %v", c.Verdict, describe(c.Edges))
			}
		}
		for _, r := range p.reports {
			known := false
			for _, s := range r.Steps {
				l, ok := found[classPair{s.From.Class, s.To.Class}]
				known = known || ok && l <= r.Kind
			}
			if !known {
				t.Errorf("the core alone finds: %+v", r.Steps)
			}
		}
	})
}

func describe(edges []lockgraph.Edge) string {
	var b strings.Builder
	for _, e := range edges {
		b.WriteString(e.From + "->" + e.To + " ")
	}
	return b.String()
}
