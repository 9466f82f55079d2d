package lockgraph

import (
	"bytes"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

func TestWriteText(t *testing.T) {
	ab := edge("p.A.mu", "p.B.mu", Wait, sharedTo, byClass, gate("p.G", Exclusive), line(8))
	ab.Held.Line, ab.Calls = 7, []Site{{Pkg: "p", File: "c.go", Line: 9}}
	ba := edge("p.B.mu", "p.A.mu", Retry, line(4))
	ba.Held.Line = 3
	g := graphOf(ab, ba, Class{Name: "p.A.mu", Adaptive: true}, Order{Before: "x\n", After: "y"})
	var b bytes.Buffer
	if err := g.WriteText(&b, g.Cycles(Options{})); err != nil {
		t.Fatal(err)
	}
	c := g.Cycles(Options{})[0]
	want := `order graph: 2 classes, 2 edges

p.A.mu (adaptive)
  -> p.B.mu  wait, exclusive to shared (by class)
       held p/f.go:7 in F, taken p/f.go:8 in F (static)
       call p/c.go:9
       under p.G, exclusive, any instance

p.B.mu
  -> p.A.mu  retry, exclusive to exclusive
       held p/f.go:3 in F, taken p/f.go:4 in F (static)

1 declared order:
  declared "x\n" < y at :0

1 cycle

trylock inversion ` + c.ID() + ` (by class)
  p.A.mu -> p.B.mu  wait, exclusive to shared (by class)
       held p/f.go:7 in F, taken p/f.go:8 in F (static)
       call p/c.go:9
       under p.G, exclusive, any instance
  p.B.mu -> p.A.mu  retry, exclusive to exclusive
       held p/f.go:3 in F, taken p/f.go:4 in F (static)
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func dotOf(t *testing.T, g *Graph) string {
	t.Helper()
	var b bytes.Buffer
	if err := g.WriteDOT(&b, g.Cycles(Options{})); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWriteDOT(t *testing.T) {
	got := dotOf(t, graphOf(
		edge("A", "B", Wait, line(1)), edge("B", "A", Poll, line(2)),
		edge("B", "C", Try, line(3)), edge("B", "C", Try, line(4)), edge("C", "B", Wait, fromTest, line(5)),
		Class{Name: "C", Weak: true}, Order{Before: "A", After: "C"},
	))
	want := `digraph lockorder {
	rankdir=LR;
	node [shape=box];
	"A" [label="A", color=red];
	"B" [label="B", color=red];
	"C" [label="C", style=dashed];
	"A" -> "B" [label="wait\nf.go:1", style=solid, color=red, fontcolor=red];
	"B" -> "A" [label="poll\nf.go:2", style=bold, color=red, fontcolor=red];
	"B" -> "C" [label="try (2)\nf.go:3", style=dotted, arrowhead=empty];
	"C" -> "B" [label="wait\nf.go:5", style=solid];
	"A" -> "C" [label="declared", style=dotted, color=gray];
}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestDOTQuoting checks each line against the grammar of the language, as far
// as WriteDOT uses it, for names that try to break out; and asks Graphviz
// itself where it is installed.
func TestDOTQuoting(t *testing.T) {
	names := []string{`a"b`, `end\`, `\"`, "two\nlines", "nul\x00", "<b>html</b>", "&lt;", `\N`, "a\"];\n\tevil -> x [b=\"", "日本"}
	g := New()
	for i, n := range names {
		e := edge(n, names[(i+1)%len(names)], Wait)
		e.Site.File = n
		g.AddEdge(e)
	}
	got := dotOf(t, g)
	quoted := `"(?:[^"\\\n\x00]|\\.)*"`
	attr := `(?:\w+=(?:\w+|` + quoted + `))`
	statement := regexp.MustCompile(`^\t` + quoted + `(?: -> ` + quoted + `)? \[` + attr + `(?:, ` + attr + `)*\];$`)
	lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
	for _, l := range lines[3 : len(lines)-1] {
		if !statement.MatchString(l) {
			t.Errorf("not a statement: %s", l)
		}
	}
	if n := len(lines); n != 4+2*len(names) {
		t.Errorf("%d lines", n)
	}
	if dot, err := exec.LookPath("dot"); err == nil {
		cmd := exec.Command(dot, "-Tdot")
		cmd.Stdin = strings.NewReader(got)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("dot: %v\n%s", err, out)
		}
	}
}
