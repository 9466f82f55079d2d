package lockgraph

import (
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestAddClassMerges(t *testing.T) {
	site := func(n int) Site { return Site{Pkg: "p", File: "w.go", Line: n} }
	g := New()
	g.AddEdge(edge("A", "B", Wait)) // names A, but says nothing about it
	g.AddClass(Class{Name: "A", Weak: true, Writers: []Writer{{site(3), []string{"Y", "X", "X"}}}})
	if c, ok := g.Class("A"); !ok || !c.Weak {
		t.Errorf("class %+v, want weak", c)
	}
	g.AddClass(Class{Name: "A", Adaptive: true, Writers: []Writer{{site(2), []string{"X", "Y"}}, {site(1), nil}}})
	g.AddClass(Class{Name: "A", Weak: true})
	want := Class{Name: "A", Adaptive: true, Writers: []Writer{{site(1), nil}, {site(2), []string{"X", "Y"}}}}
	if c, _ := g.Class("A"); !reflect.DeepEqual(c, want) {
		t.Errorf("class %+v\nwant %+v", c, want)
	}
	if _, ok := g.Class("C"); ok {
		t.Error("found a class that nobody named")
	}
	var names []string
	for _, c := range g.Classes() {
		names = append(names, c.Name)
	}
	if !reflect.DeepEqual(names, []string{"A", "B"}) {
		t.Errorf("classes %v", names)
	}
}

func TestWritersAreBoundedTheSameInAnyOrder(t *testing.T) {
	var ws []Writer
	for i := range 40 {
		ws = append(ws, Writer{Site{File: "w.go", Line: i}, []string{string(rune('a' + i%20)), "z"}[:1+i%2]})
	}
	r := rand.New(rand.NewSource(3))
	var want []Writer
	for range 20 {
		r.Shuffle(len(ws), func(i, j int) { ws[i], ws[j] = ws[j], ws[i] })
		g := New()
		for _, w := range ws {
			g.AddClass(Class{Name: "A", Writers: []Writer{w}})
		}
		c, _ := g.Class("A")
		if want == nil {
			want = c.Writers
		}
		if len(c.Writers) != maxWriters || !reflect.DeepEqual(c.Writers, want) {
			t.Fatalf("writers %v\nwant %v", c.Writers, want)
		}
		if !slices.IsSortedFunc(c.Writers, compareUnder) {
			t.Fatalf("fewest locks are not first: %v", c.Writers)
		}
	}
}

func TestAddEdgeUnites(t *testing.T) {
	e := edge("A", "B", Wait, byClass, gate("G", Shared, "y", "x"), gate("F", Exclusive))
	e.Calls = []Site{{File: "a.go", Line: 1}, {File: "b.go", Line: 2}}
	e.Held.Func = ""
	f := edge("A", "B", Wait, gate("F", Exclusive), gate("G", Shared, "x", "y", "x"))
	f.Origin, f.Calls, f.Report = Runtime, []Site{{File: "c.go", Line: 3}}, Site{File: "c.go", Line: 3}
	for _, g := range []*Graph{graphOf(e, f), graphOf(f, e)} {
		edges := g.Edges()
		if len(edges) != 1 {
			t.Fatalf("%d edges", len(edges))
		}
		got := edges[0]
		if got.Origin != Static|Runtime || got.ByClass {
			t.Errorf("origin %v, by class %v", got.Origin, got.ByClass)
		}
		if !reflect.DeepEqual(got.Calls, f.Calls) || got.Report != f.Report {
			t.Errorf("calls %v, report %v: not the shorter way", got.Calls, got.Report)
		}
		if got.Held.Func != "F" {
			t.Errorf("lost the function of %v", got.Held)
		}
	}
}

func TestKeySeparates(t *testing.T) {
	base := edge("A", "A", Spin, related("pair"))
	for name, c := range map[string]change{
		"from mode": sharedFrom, "to mode": sharedTo, "retries": startsOver, "test": fromTest,
		"kind":     func(e *Edge) { e.Kind = Wait },
		"to":       func(e *Edge) { e.To = "C" },
		"relation": related(">f"), "site": line(9999),
		"held":   func(e *Edge) { e.Held.File = "other.go" },
		"gate":   gate("G", Exclusive),
		"anchor": fromAnchor("x"),
	} {
		e := base
		c(&e)
		if e.Key() == base.Key() {
			t.Errorf("edges with another %s have the same key", name)
		}
		if n := len(graphOf(base, e).Edges()); n != 2 {
			t.Errorf("edges with another %s: %d in the graph", name, n)
		}
	}
	e := base
	e.Origin, e.Calls, e.Report, e.ByClass, e.Site.Func = Runtime, []Site{{Line: 1}}, Site{Line: 1}, true, "g"
	if e.Key() != base.Key() {
		t.Error("the key covers more than the identity")
	}
}

func TestCallersKeepTheirSlices(t *testing.T) {
	e := edge("A", "B", Wait, gate("Z", Exclusive, "b", "a"), gate("G", Exclusive))
	e.Calls = []Site{{File: "a.go", Line: 1}}
	g := graphOf(e)
	if e.Gates[0].Class != "Z" || e.Gates[0].Anchors[0] != "b" {
		t.Error("AddEdge sorted the caller's slices")
	}
	before := g.Edges()
	e.Calls[0].Line, e.Gates[0].Class, e.Gates[0].Anchors[0] = 99, "other", "other"
	if !reflect.DeepEqual(g.Edges(), before) {
		t.Error("the graph shares slices with the caller")
	}
}

func TestNamelessIsDropped(t *testing.T) {
	g := graphOf(Class{}, edge("", "A", Wait), edge("A", "", Wait), Order{Before: "A"}, Order{After: "A"})
	if len(g.Classes())+len(g.Edges())+len(g.Orders()) != 0 {
		t.Errorf("kept %v %v %v", g.Classes(), g.Edges(), g.Orders())
	}
}

func TestMergeIsUnion(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	for range 100 {
		a, b := randomParts(r, 5, 15), randomParts(r, 5, 15)
		want := graphOf(append(slices.Clone(a), b...)...)
		g := graphOf(a...)
		g.Merge(graphOf(b...))
		h := graphOf(b...)
		h.Merge(graphOf(a...))
		h.Merge(h)
		h.Merge(nil)
		for _, got := range []*Graph{g, h} {
			if jsonOf(t, got) != jsonOf(t, want) {
				t.Fatalf("got %s\nwant %s", jsonOf(t, got), jsonOf(t, want))
			}
		}
	}
}

func TestInvalidUTF8IsMended(t *testing.T) {
	g := graphOf(edge("A\xff", "B", Wait), Class{Name: "A\xfe"})
	if got := g.Classes()[0].Name; got != "A\uFFFD" || len(g.Classes()) != 2 {
		t.Errorf("classes %+v", g.Classes())
	}
}

func TestSite(t *testing.T) {
	s := Site{Pkg: "a/b", File: "f.go", Line: 12, Func: "F"}
	if s.String() != "a/b/f.go:12" || s.Short() != "f.go:12" {
		t.Errorf("String %q, Short %q", s, s.Short())
	}
	if s.IsZero() || !(Site{}).IsZero() {
		t.Error("IsZero")
	}
	sorted := []Site{{}, {Pkg: "a", File: "z.go", Line: 9}, {Pkg: "b", File: "a.go", Line: 9}, {Pkg: "b", File: "a.go", Line: 10}, {Pkg: "b", File: "a.go", Line: 10, Func: "F"}}
	for i := range sorted {
		for j := range sorted {
			if got := sorted[i].Compare(sorted[j]); (got < 0) != (i < j) || (got == 0) != (i == j) {
				t.Errorf("%v.Compare(%v) = %d", sorted[i], sorted[j], got)
			}
		}
	}
}

func TestNamesRoundTrip(t *testing.T) {
	for want, v := range map[string]interface {
		String() string
		MarshalText() ([]byte, error)
	}{
		"exclusive": Exclusive, "shared": Shared,
		"wait": Wait, "poll": Poll, "spin": Spin, "retry": Retry, "try": Try,
		"static": Static, "runtime": Runtime, "both": Static | Runtime,
		"deadlock": Deadlock, "order violation": OrderViolation,
	} {
		if text, err := v.MarshalText(); err != nil || string(text) != want || v.String() != want {
			t.Errorf("%q: String %q, text %q, %v", want, v, text, err)
		}
		p := reflect.New(reflect.TypeOf(v))
		u := p.Interface().(interface{ UnmarshalText([]byte) error })
		if err := u.UnmarshalText([]byte(want)); err != nil || p.Elem().Interface() != v {
			t.Errorf("%q reads as %v, %v", want, p.Elem(), err)
		}
		if err := u.UnmarshalText([]byte("nonsense")); err == nil || !strings.Contains(err.Error(), `"nonsense"`) {
			t.Errorf("%T accepts nonsense: %v", v, err)
		}
	}
	if _, err := Kind(9).MarshalText(); err == nil || Kind(9).String() != "Kind(9)" {
		t.Errorf("Kind(9): %v, %v", Kind(9), err)
	}
}
