package lockgraph

import (
	"bytes"
	"math/rand"
	"reflect"
	"strings"
	"testing"
)

func jsonOf(t *testing.T, g *Graph) string {
	t.Helper()
	var b bytes.Buffer
	if err := g.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func fullGraph() *Graph {
	e := edge("a.T.mu", "a.T.mu", Spin, startsOver, sharedTo, byClass, fromTest, related(">next"),
		fromAnchor("", "x"), gate("a.G", Shared, "", "T.g"), gate("</script>\u2028\"\\", Exclusive))
	e.Calls = []Site{{Pkg: "a", File: "c.go", Line: 5, Func: "(*T).call"}}
	e.Origin = Static | Runtime
	return graphOf(
		e, edge("a.T.mu", "b.mu", Wait), edge("b.mu", "a.T.mu", Retry),
		Class{Name: "a.T.mu", Adaptive: true, Nested: true, Writers: []Writer{{Site{Pkg: "a", File: "w.go", Line: 1}, []string{"x", "y"}}}},
		Class{Name: "unused", Weak: true},
		Order{"a.T.mu", "b.mu", Site{Pkg: "a", File: "o.go", Line: 2}},
	)
}

func TestJSONForm(t *testing.T) {
	e := edge("A", "B", Poll, sharedTo, gate("G", Shared, ""))
	e.Held.Line, e.Site.Line, e.Report.Line, e.Calls = 1, 2, 3, []Site{{File: "c.go"}}
	got := jsonOf(t, graphOf(e, edge("B", "A", Wait, line(0), func(e *Edge) { *e = Edge{From: "B", To: "A"} }),
		Class{Name: "A", Writers: []Writer{{}}}, Order{Before: "A", After: "B"}))
	want := `{"tool":"lockvet","version":1,
"classes":[
{"name":"A","writers":[{}]}],
"edges":[
{"from":"A","to":"B","to_mode":"shared","kind":"poll","held":{"pkg":"p","file":"f.go","line":1,"func":"F"},"calls":[{"file":"c.go"}],"site":{"pkg":"p","file":"f.go","line":2,"func":"F"},"report":{"pkg":"p","file":"f.go","line":3,"func":"F"},"gates":[{"class":"G","mode":"shared","anchors":[""]}],"origin":"static"},
{"from":"B","to":"A"}],
"orders":[
{"before":"A","after":"B"}]}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := jsonOf(t, New()), "{\"tool\":\"lockvet\",\"version\":1}\n"; got != want {
		t.Errorf("empty graph: %q, want %q", got, want)
	}
	if full := jsonOf(t, fullGraph()); strings.ContainsAny(full, "<>\u2028") {
		t.Errorf("not safe inside HTML:\n%s", full)
	}
}

func TestJSONRoundTrip(t *testing.T) {
	graphs := []*Graph{New(), fullGraph()}
	r := rand.New(rand.NewSource(8))
	for range 100 {
		graphs = append(graphs, graphOf(randomParts(r, 5, 20)...))
	}
	for _, g := range graphs {
		text := jsonOf(t, g)
		h, err := ReadJSON(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if !reflect.DeepEqual(h.Edges(), g.Edges()) || !reflect.DeepEqual(h.Classes(), g.Classes()) ||
			!reflect.DeepEqual(h.Orders(), g.Orders()) {
			t.Fatalf("read another graph from\n%s", text)
		}
		if again := jsonOf(t, h); again != text {
			t.Fatalf("wrote\n%s\nthen\n%s", text, again)
		}
	}
}

// TestUndeclaredStaysUndeclared: an edge's class that nobody added is not
// added by a file either, so that it can still turn out weak.
func TestUndeclaredStaysUndeclared(t *testing.T) {
	g, err := ReadJSON(strings.NewReader(jsonOf(t, graphOf(edge("A", "B", Wait)))))
	if err != nil {
		t.Fatal(err)
	}
	g.AddClass(Class{Name: "A", Weak: true})
	if c, _ := g.Class("A"); !c.Weak {
		t.Error("A was declared by the file")
	}
}

const head = `{"tool":"lockvet","version":1,`

var badJSON = []struct{ name, text, want string }{
	{"empty", "", "unexpected end of the input"},
	{"cut", head + `"edges":[`, "unexpected end of the input"},
	{"no JSON", "lockvet", "invalid character 'l'"},
	{"no object", "[]", "want a JSON object"},
	{"bad syntax", head + "\n\n  \"edges\":[}]}", "line 3, column "},
	{"trailing", head[:len(head)-1] + "}\n{}", "trailing data at line 2, column 1"},
	{"no tool", `{"version":1}`, "tool is missing"},
	{"other tool", `{"tool":"lint","version":1}`, `tool is "lint"`},
	{"no version", `{"tool":"lockvet"}`, "version is missing"},
	{"other version", `{"tool":"lockvet","version":2,"what":[]}`, "unknown version 2, want 1"},
	{"version of another form", `{"tool":"lockvet","version":"1"}`, "version: want int, not string"},
	{"unknown member", head + `"nodes":[]}`, `unknown member "nodes"`},
	{"member twice", head + `"edges":[],"edges":[]}`, `duplicate member "edges" at line 1`},
	{"no list", head + `"edges":{}}`, "edges: want a list"},
	{"null list", head + `"edges":null}`, "edges: want a list"},
	{"class without a name", head + `"classes":[{"name":"A"},{}]}`, "classes[1]: name is missing"},
	{"class twice", head + `"classes":[{"name":"A"},{"name":"A"}]}`, `classes[1]: duplicate class "A"`},
	{"writer twice", head + `"classes":[{"name":"A","writers":[{},{}]}]}`, `classes[0].writers[1]: duplicate writer`},
	{"writer under nothing", head + `"classes":[{"name":"A","writers":[{"under":[""]}]}]}`, `classes[0].writers[0].under: a class name is missing`},
	{"writer at a negative line", head + `"classes":[{"name":"A","writers":[{"site":{"line":-1}}]}]}`, `classes[0].writers[0].site: negative line -1`},
	{"null edge", head + `"edges":[null]}`, "edges[0]: from or to is missing"},
	{"edge without to", head + `"edges":[{"from":"A"}]}`, "edges[0]: from or to is missing"},
	{"edge twice", head + `"edges":[{"from":"A","to":"B"},{"from":"A","to":"B","origin":"static"}]}`, `edges[1]: duplicate edge from "A" to "B"`},
	{"unknown field", head + `"edges":[{"from":"A","to":"B","color":1}]}`, `edges[0]: unknown field "color"`},
	{"unknown kind", head + `"edges":[{"from":"A","to":"B","kind":"wat\n"}]}`, `edges[0].kind: unknown kind "wat\n"`},
	{"unknown mode", head + `"edges":[{"from":"A","to":"B","to_mode":"x"}]}`, `edges[0].to_mode: unknown mode "x"`},
	{"unknown origin", head + `"edges":[{"from":"A","to":"B","origin":"x"}]}`, `edges[0].origin: unknown origin "x"`},
	{"unknown relation", head + `"edges":[{"from":"A","to":"A","relation":">"}]}`, `edges[0]: unknown relation ">"`},
	{"relation of two classes", head + `"edges":[{"from":"A","to":"B","relation":"pair"}]}`, `edges[0]: unknown relation "pair"`},
	{"retries without spin", head + `"edges":[{"from":"A","to":"B","retries":true}]}`, `edges[0]: retries is for spin edges, not wait`},
	{"negative line", head + `"edges":[{"from":"A","to":"B","calls":[{},{"line":-2}]}]}`, `edges[0].calls[1]: negative line -2`},
	{"line of another form", head + `"edges":[{"from":"A","to":"B","held":{"line":"x"}}]}`, `edges[0].held.line: want int, not string`},
	{"gate without a class", head + `"edges":[{"from":"A","to":"B","gates":[{}]}]}`, `edges[0].gates[0]: class is missing`},
	{"gate twice", head + `"edges":[{"from":"A","to":"B","gates":[{"class":"G"},{"class":"G","mode":"exclusive"}]}]}`, `edges[0].gates[1]: duplicate gate "G"`},
	{"gate in no mode", head + `"edges":[{"from":"A","to":"B","gates":[{"class":"G","mode":"x"}]}]}`, `edges[0].gates[0].mode: unknown mode "x"`},
	{"order without a class", head + `"orders":[{"before":"A"}]}`, `orders[0]: a class name is missing`},
	{"order twice", head + `"orders":[{"before":"A","after":"B"},{"before":"A","after":"B"}]}`, `orders[1]: duplicate order "A" < "B"`},
}

func TestReadJSONRefuses(t *testing.T) {
	for _, tt := range badJSON {
		t.Run(tt.name, func(t *testing.T) {
			g, err := ReadJSON(strings.NewReader(tt.text))
			if err == nil || g != nil {
				t.Fatalf("graph %v, error %v", g, err)
			}
			if !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q, want one line with %q", err, tt.want)
			}
		})
	}
}

func TestWriteJSONRefusesWhatNoReaderAccepts(t *testing.T) {
	err := graphOf(edge("A", "B", Kind(77))).WriteJSON(&bytes.Buffer{})
	if err == nil || !strings.Contains(err.Error(), "edges[0]: unknown kind 77") {
		t.Errorf("error %v", err)
	}
}

func FuzzReadJSON(f *testing.F) {
	for _, tt := range badJSON {
		f.Add([]byte(tt.text))
	}
	for _, g := range []*Graph{New(), fullGraph()} {
		var b bytes.Buffer
		if err := g.WriteJSON(&b); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := ReadJSON(bytes.NewReader(data))
		if err != nil {
			if g != nil || strings.Contains(err.Error(), "\n") {
				t.Fatalf("graph %v, error %q", g, err)
			}
			return
		}
		text := jsonOf(t, g)
		h, err := ReadJSON(strings.NewReader(text))
		if err != nil {
			t.Fatalf("does not read what it wrote: %v\n%s", err, text)
		}
		if again := jsonOf(t, h); again != text {
			t.Fatalf("wrote\n%s\nthen\n%s", text, again)
		}
		for _, c := range g.Cycles(Options{WhatIfSpin: true, Budget: 1000}) {
			checkShape(t, &c)
		}
	})
}
