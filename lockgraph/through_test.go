package lockgraph

import "testing"

// TestThrough judges one edge, as it is or as it would be if it spun.
func TestThrough(t *testing.T) {
	spinning := func(e Edge) Edge { e.Kind = Spin; return e }
	tried := edge("A", "B", Try)
	for _, tt := range []struct {
		name  string
		parts []any // with tried
		want  string
	}{
		{"nothing leads back", []any{edge("A", "C", Wait), edge("B", "D", Wait)}, ""},
		{"an edge leads back", []any{edge("B", "A", Wait)}, "bounded spin A B"},
		{"several lead back", []any{edge("B", "C", Wait), edge("C", "A", Poll)}, "bounded spin A B C"},
		{"a gate on one side", []any{edge("B", "A", Wait, gate("G", Exclusive, ""))}, "bounded spin A B"},
		{"a parallel edge is not judged", []any{edge("A", "B", Wait, line(9)), edge("B", "A", Wait)}, "bounded spin A B"},
		{"a declared order leads back", []any{Order{Before: "B", After: "A", Site: Site{Pkg: "p", File: "o.go", Line: 1}}}, "bounded spin A B"},
		{"a declared order does not", []any{Order{Before: "A", After: "B", Site: Site{Pkg: "p", File: "o.go", Line: 1}}}, ""},
		{"adaptive mutexes notice", []any{Class{Name: "A", Adaptive: true}, Class{Name: "B", Adaptive: true}, edge("B", "A", Wait)}, ""},
		{"one side only reads", []any{edge("B", "A", Wait, sharedFrom, sharedTo)}, "bounded spin A B"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := graphOf(append(tt.parts, tried)...)
			c, ok := g.WithOrders().Through(spinning(tried), Options{})
			got := ""
			if ok {
				got = outline([]Cycle{c})
				checkShape(t, &c)
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	gated := edge("A", "B", Try, gate("G", Exclusive, ""))
	if c, ok := graphOf(gated, edge("B", "A", Wait, gate("G", Exclusive, ""))).Through(spinning(gated), Options{}); ok {
		t.Errorf("a gate is not heeded: %s", outline([]Cycle{c}))
	}
	if _, ok := New().Through(tried, Options{}); ok {
		t.Error("an empty graph has a cycle")
	}
}

func TestReach(t *testing.T) {
	g := graphOf(edge("A", "B", Wait), edge("B", "C", Try), edge("X", "B", Wait))
	for _, tt := range []struct {
		from     string
		backward bool
		want     []string
	}{
		{"A", false, []string{"A", "B", "C"}},
		{"C", true, []string{"A", "B", "C", "X"}},
		{"C", false, []string{"C"}},
		{"unknown", false, []string{"unknown"}},
	} {
		got := g.Reach(tt.from, tt.backward)
		ok := len(got) == len(tt.want)
		for _, name := range tt.want {
			ok = ok && got[name]
		}
		if !ok {
			t.Errorf("from %s, backward %t: %v, want %v", tt.from, tt.backward, got, tt.want)
		}
	}
}
