package lockgraph

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// dotStyles draw what waits as a line and what tries as a broken one.
var dotStyles = map[Kind]string{
	Wait:  "style=solid",
	Poll:  "style=bold",
	Spin:  "style=bold, arrowhead=diamond",
	Retry: "style=dashed",
	Try:   "style=dotted, arrowhead=empty",
}

// WriteDOT writes g in the language of Graphviz: an arrow for each pair of
// classes and kind, with the number of edges it stands for and the place of
// the first. Arrows and classes of the cycles are red.
func (g *Graph) WriteDOT(w io.Writer, cycles []Cycle) error {
	b := bufio.NewWriter(w)
	inCycle := make(map[string]bool)
	redEdge := make(map[string]bool)
	for _, c := range cycles {
		for _, name := range c.Classes() {
			inCycle[name] = true
		}
		for i := range c.Edges {
			redEdge[c.Edges[i].Key()] = true
		}
	}
	fmt.Fprint(b, "digraph lockorder {\n\trankdir=LR;\n\tnode [shape=box];\n")
	for _, c := range g.Classes() {
		attrs := "label=" + dotQuote(c.Name)
		if c.Weak {
			attrs += ", style=dashed"
		}
		if inCycle[c.Name] {
			attrs += ", color=red"
		}
		fmt.Fprintf(b, "\t%s [%s];\n", dotQuote(c.Name), attrs)
	}
	for _, a := range g.arrows(redEdge) {
		label := a.first.Kind.String()
		if a.edges > 1 {
			label = fmt.Sprintf("%s (%d)", label, a.edges)
		}
		attrs := "label=" + dotQuote(label+"\n"+a.first.Site.Short())
		if style, ok := dotStyles[a.first.Kind]; ok {
			attrs += ", " + style
		}
		if a.red {
			attrs += ", color=red, fontcolor=red"
		}
		fmt.Fprintf(b, "\t%s -> %s [%s];\n", dotQuote(a.first.From), dotQuote(a.first.To), attrs)
	}
	for _, o := range g.Orders() {
		fmt.Fprintf(b, "\t%s -> %s [label=\"declared\", style=dotted, color=gray];\n",
			dotQuote(o.Before), dotQuote(o.After))
	}
	fmt.Fprint(b, "}\n")
	return b.Flush()
}

// arrow is the edges of one pair of classes and kind, those of cycles apart.
type arrow struct {
	first Edge
	edges int
	red   bool
}

func (g *Graph) arrows(redEdge map[string]bool) []arrow {
	var arrows []arrow
	for _, e := range g.Edges() {
		red := redEdge[e.Key()]
		same := func(a arrow) bool { return a.first.Kind == e.Kind && a.red == red }
		// Edges of a pair stand together, so its arrows are the last ones.
		last := len(arrows)
		for last > 0 && arrows[last-1].first.From == e.From && arrows[last-1].first.To == e.To {
			last--
		}
		if i := slices.IndexFunc(arrows[last:], same); i >= 0 {
			arrows[last+i].edges++
			continue
		}
		arrows = append(arrows, arrow{e, 1, red})
	}
	slices.SortStableFunc(arrows, func(a, b arrow) int {
		return cmp.Or(
			strings.Compare(a.first.From, b.first.From),
			strings.Compare(a.first.To, b.first.To),
			cmp.Compare(a.first.Kind, b.first.Kind),
			cmp.Compare(bit(b.red), bit(a.red)),
		)
	})
	return arrows
}

// dotQuote returns s as a quoted string that Graphviz shows as it is. Within
// one, only a quote needs escaping for the parser; but in a label a backslash
// begins an escape and an ampersand an HTML entity, and a control character is
// not allowed at all.
func dotQuote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '&':
			b.WriteString("&amp;")
		case r == '\n':
			b.WriteString(`\n`)
		case r < ' ' || r == 0x7f:
			b.WriteRune('\uFFFD')
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
