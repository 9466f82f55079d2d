package graphpage_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"slices"
	"strings"
	"testing"

	"github.com/lockvet/lockvet/cmd/lockvet/internal/graphpage"
	"github.com/lockvet/lockvet/cmd/lockvet/internal/graphpage/demo"
	"github.com/lockvet/lockvet/lockgraph"
)

// write writes p, with the cycles of its graph if it names none.
func write(t testing.TB, p graphpage.Page) string {
	t.Helper()
	if p.Cycles == nil && p.Graph != nil {
		p.Cycles = p.Graph.Cycles(lockgraph.Options{})
	}
	var b bytes.Buffer
	if err := graphpage.Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// data is what the tests read of the data of a page.
type data struct {
	Title    string
	Strings  []string
	Packages []int
	Classes  [][]any
	Edges    [][]any
	Cycles   [][]any
	Orders   [][]any
	Sites    [][4]int
	Unquoted int

	Quotes struct { // stands apart from the graph
		Strings []string
		Sources [][]int
	} `json:"-"`
}

func dataOf(t testing.TB, page string) data {
	t.Helper()
	var d data
	element(t, page, "data", &d)
	element(t, page, "sources", &d.Quotes)
	return d
}

// element decodes what the script element of the page with that id holds.
func element(t testing.TB, page, id string, v any) {
	t.Helper()
	_, rest, ok := strings.Cut(page, `<script type="application/json" id="`+id+`">`)
	if !ok {
		t.Fatalf("page has no element %s", id)
	}
	text, _, _ := strings.Cut(rest, "</script>")
	if err := json.Unmarshal([]byte(text), v); err != nil {
		t.Fatalf("%s of the page: %v", id, err)
	}
}

func TestWriteIsDeterministic(t *testing.T) {
	want := write(t, graphpage.Page{Title: "bank", Graph: demo.Bank(), Source: demo.Source})
	backwards := lockgraph.New()
	g := demo.Bank()
	edges := g.Edges()
	slices.Reverse(edges)
	for _, e := range edges {
		backwards.AddEdge(e)
	}
	for _, c := range g.Classes() {
		backwards.AddClass(c)
	}
	for _, o := range g.Orders() {
		backwards.AddOrder(o)
	}
	got := write(t, graphpage.Page{Title: "bank", Graph: backwards, Source: demo.Source})
	if got != want {
		t.Error("the same graph, added in another order, gives another page")
	}
}

func TestSmallGraphs(t *testing.T) {
	at := lockgraph.Site{Pkg: "p", File: "f.go", Line: 3}
	one := lockgraph.New()
	one.AddClass(lockgraph.Class{Name: "p.T.mu"})
	self := lockgraph.New()
	self.AddEdge(lockgraph.Edge{From: "p.T.mu", To: "p.T.mu", Relation: lockgraph.Interchangeable, Held: at, Site: at, Origin: lockgraph.Static})
	for _, tt := range []struct {
		name                   string
		graph                  *lockgraph.Graph
		classes, edges, cycles int
	}{
		{"no graph", nil, 0, 0, 0},
		{"empty", lockgraph.New(), 0, 0, 0},
		{"one class", one, 1, 0, 0},
		{"edge within a class", self, 1, 1, 1},
		{"bank", demo.Bank(), 8, 13, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			page := write(t, graphpage.Page{Title: tt.name, Graph: tt.graph})
			d := dataOf(t, page)
			if len(d.Classes) != tt.classes || len(d.Edges) != tt.edges || len(d.Cycles) != tt.cycles {
				t.Errorf("page has %d classes, %d edges and %d cycles, want %d, %d and %d",
					len(d.Classes), len(d.Edges), len(d.Cycles), tt.classes, tt.edges, tt.cycles)
			}
			if d.Title != tt.name || !strings.Contains(page, "<title>"+tt.name+"</title>") {
				t.Errorf("page does not have the title %q", tt.name)
			}
			for _, list := range []any{d.Strings, d.Packages, d.Classes, d.Edges, d.Cycles, d.Orders, d.Sites, d.Quotes.Strings, d.Quotes.Sources} {
				if fmt.Sprintf("%#v", list) == fmt.Sprintf("%T(nil)", list) {
					t.Errorf("a list of type %T is null", list)
				}
			}
		})
	}
}

func TestCyclesOfTheCaller(t *testing.T) {
	g := demo.Bank()
	plain, all := g.Cycles(lockgraph.Options{}), g.Cycles(lockgraph.Options{WhatIfSpin: true})
	if len(all) <= len(plain) {
		t.Fatalf("%d cycles if every trylock spun, %d otherwise", len(all), len(plain))
	}
	for _, cycles := range [][]lockgraph.Cycle{{}, plain[:1], plain, all} {
		if d := dataOf(t, write(t, graphpage.Page{Graph: g, Cycles: cycles})); len(d.Cycles) != len(cycles) {
			t.Errorf("%d cycles are shown, want the %d that were given", len(d.Cycles), len(cycles))
		}
	}
	strange := []lockgraph.Cycle{{Edges: []lockgraph.Edge{{From: "p.A", To: "p.A"}}}}
	var b bytes.Buffer
	err := graphpage.Write(&b, graphpage.Page{Graph: g, Cycles: strange})
	if err == nil || !strings.Contains(err.Error(), "no edge of the graph leads from p.A to p.A") || b.Len() > 0 {
		t.Errorf("a cycle of another graph: error %v and %d bytes", err, b.Len())
	}
}

func TestMarksOfClasses(t *testing.T) {
	g := lockgraph.New()
	g.AddClass(lockgraph.Class{Name: "p.a"})
	g.AddClass(lockgraph.Class{Name: "p.b", Weak: true})
	g.AddClass(lockgraph.Class{Name: "p.c", Adaptive: true})
	g.AddClass(lockgraph.Class{Name: "p.d", Nested: true, Weak: true})
	var got []float64
	for _, c := range dataOf(t, write(t, graphpage.Page{Graph: g})).Classes {
		got = append(got, c[2].(float64))
	}
	if want := []float64{0, 1, 2, 5}; !slices.Equal(got, want) {
		t.Errorf("flags of the classes %v, want %v (model.js reads them)", got, want)
	}
}

// hostile ends a script or a comment, or a line of JavaScript, if it is not
// escaped; the page's own placeholders are text as well.
const hostile = "</script><script>window.pwned=1</script><!-- <script> ]]> \u2028\u2029 \x00 \"'&amp; {{data}} {{program}}"

func TestHostileText(t *testing.T) {
	at := lockgraph.Site{Pkg: "p" + hostile, File: hostile, Line: 3, Func: hostile}
	g := lockgraph.New()
	g.AddEdge(lockgraph.Edge{
		From: "p.A" + hostile, To: "p.B" + hostile, Held: at, Site: at, Calls: []lockgraph.Site{at},
		Gates: []lockgraph.Gate{{Class: hostile}}, Origin: lockgraph.Static,
	})
	g.AddOrder(lockgraph.Order{Before: hostile, After: "b", Site: at})
	source := func(lockgraph.Site) (string, []graphpage.Line) {
		return hostile, []graphpage.Line{{Number: 3, Text: hostile}}
	}
	page := write(t, graphpage.Page{Title: hostile, Graph: g, Source: source})
	benign := write(t, graphpage.Page{Title: "t", Graph: demo.Bank()})
	for _, mark := range []string{"<script", "</script", "<!--", "\u2028", "\u2029"} {
		escaped := html.EscapeString(hostile) // the title, outside of any script
		want := strings.Count(benign, mark) + strings.Count(escaped, mark)
		if got := strings.Count(page, mark); got != want {
			t.Errorf("%q stands %d times in the page, want %d", mark, got, want)
		}
	}
	d := dataOf(t, page)
	for _, s := range []string{hostile, "p.A" + hostile} {
		if !slices.Contains(d.Strings, s) {
			t.Errorf("%q did not come through", s)
		}
	}
	if !slices.Contains(d.Quotes.Strings, hostile) {
		t.Errorf("source %q did not come through", hostile)
	}
}

func TestPolicyAllowsTheProgramAlone(t *testing.T) {
	page := write(t, graphpage.Page{Title: "t", Graph: demo.Bank()})
	at := strings.LastIndex(page, "<script>")
	program, _, _ := strings.Cut(page[at+len("<script>"):], "</script>")
	sum := sha256.Sum256([]byte(program))
	want := "script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "';"
	_, policy, _ := strings.Cut(page, `Content-Security-Policy" content="`)
	policy, _, _ = strings.Cut(policy, `">`)
	if !strings.Contains(policy, want) || !strings.HasPrefix(policy, "default-src 'none';") {
		t.Errorf("policy %q, want all forbidden but %q", policy, want)
	}
	if strings.Contains(policy, "unsafe-eval") || strings.Contains(policy, "connect-src") {
		t.Errorf("policy %q allows too much", policy)
	}
}

func TestLicencesAreInThePage(t *testing.T) {
	page := write(t, graphpage.Page{Title: "t"})
	for _, want := range []string{"force-graph 1.", "Copyright (c) 2018 Vasco Asturiano", "d3-zoom"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in the page", want)
		}
	}
}

func TestSourceIsAskedOnce(t *testing.T) {
	asked := make(map[string]int)
	source := func(s lockgraph.Site) (string, []graphpage.Line) {
		asked[s.String()]++
		return demo.Source(s)
	}
	d := dataOf(t, write(t, graphpage.Page{Graph: demo.Bank(), Source: source}))
	for at, n := range asked {
		if n != 1 {
			t.Errorf("source of %s asked for %d times", at, n)
		}
	}
	for i, s := range d.Sites {
		row := d.Quotes.Sources[i]
		if len(row) != 1+2*5 || row[5] != s[2] {
			t.Errorf("source of site %v is %v, want five lines around it", s, row)
		}
	}
}

// largest is what the size of a page may be; it has to be sent around.
const largest = 10_000_000

func large() *lockgraph.Graph {
	return demo.Generate(demo.Size{Packages: 220, Classes: 5000, Edges: 20_000, Back: 12})
}

func TestLargeGraphStaysSmall(t *testing.T) {
	page := write(t, graphpage.Page{Title: "large", Graph: large(), Source: demo.Source})
	d := dataOf(t, page)
	t.Logf("%d classes, %d edges, %d cycles, %d places, %d without source: %d bytes",
		len(d.Classes), len(d.Edges), len(d.Cycles), len(d.Sites), d.Unquoted, len(page))
	if len(d.Classes) != 5000 || len(d.Edges) != 20_000 {
		t.Errorf("%d classes and %d edges", len(d.Classes), len(d.Edges))
	}
	if len(page) > largest {
		t.Errorf("page has %d bytes", len(page))
	}
}

func TestSourceHasABudget(t *testing.T) {
	n := 0
	source := func(s lockgraph.Site) (string, []graphpage.Line) {
		var lines []graphpage.Line
		for i := range 9 {
			n++
			lines = append(lines, graphpage.Line{Number: s.Line + i, Text: fmt.Sprintf("%d%s", n, strings.Repeat("é", 300))})
		}
		return s.Pkg, lines
	}
	page := write(t, graphpage.Page{Graph: large(), Source: source})
	d := dataOf(t, page)
	if len(page) > largest || d.Unquoted == 0 {
		t.Errorf("page has %d bytes, %d places without source", len(page), d.Unquoted)
	}
	for _, c := range d.Cycles {
		for _, e := range c[2].([]any) {
			edge := d.Edges[int(e.(float64))]
			if at := int(edge[6].(float64)); d.Quotes.Sources[at] == nil {
				t.Errorf("an acquisition of cycle %v has no source", c[0])
			}
		}
	}
}

func BenchmarkWriteLarge(b *testing.B) {
	g := large()
	b.ReportAllocs()
	for b.Loop() {
		write(b, graphpage.Page{Graph: g, Source: demo.Source})
	}
}
