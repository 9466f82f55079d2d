package lockgraph

import (
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"testing"
)

func TestComponents(t *testing.T) {
	g := graphOf(
		edge("B", "A", Wait), edge("A", "C", Try), edge("C", "B", Retry, fromTest),
		edge("C", "D", Wait), edge("D", "E", Wait), edge("S", "S", Wait),
		edge("Y", "X", Wait), edge("X", "Y", Wait), Class{Name: "lone"},
	)
	want := [][]string{{"A", "B", "C"}, {"S"}, {"X", "Y"}}
	if got := g.Components(); !reflect.DeepEqual(got, want) {
		t.Errorf("components %v, want %v", got, want)
	}
	if got := New().Components(); len(got) != 0 {
		t.Errorf("empty graph: %v", got)
	}
}

// TestComponentsAgainstReachability uses the definition: two classes are in
// one component iff each reaches the other.
func TestComponentsAgainstReachability(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	for range 300 {
		n := 1 + r.Intn(8)
		g := New()
		var reach [8][8]bool
		for range r.Intn(2 * n) {
			i, j := r.Intn(n), r.Intn(n)
			reach[i][j] = true
			g.AddEdge(edge(fmt.Sprint(i), fmt.Sprint(j), Wait))
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		var want [][]string
		for i := range n {
			var names []string
			for j := range n {
				if reach[i][j] && reach[j][i] {
					names = append(names, fmt.Sprint(j))
				}
			}
			if len(names) > 0 && names[0] == fmt.Sprint(i) {
				want = append(want, names)
			}
		}
		if got := g.Components(); !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("components %v, want %v", got, want)
		}
	}
}

func TestComponentsOfALongRing(t *testing.T) {
	const n = 100_000
	g := New()
	for i := range n {
		g.AddEdge(Edge{From: fmt.Sprint(i), To: fmt.Sprint((i + 1) % n)})
	}
	if got := g.Components(); len(got) != 1 || len(got[0]) != n {
		t.Errorf("%d components", len(got))
	}
	if got := g.Cycles(Options{}); len(got) != 1 || len(got[0].Edges) != n {
		t.Errorf("%d cycles", len(got))
	}
}
