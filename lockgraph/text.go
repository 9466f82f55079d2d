package lockgraph

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteText writes g for people: each class with the edges that lead out of
// it, the declared orders, then the cycles: those of [Graph.Cycles], or what the
// caller has made of them.
func (g *Graph) WriteText(w io.Writer, cycles []Cycle) error {
	b := bufio.NewWriter(w)
	edges := g.Edges()
	fmt.Fprintf(b, "order graph: %s, %s\n",
		count(len(g.classes), "class", "classes"), count(len(edges), "edge", "edges"))
	for _, c := range g.Classes() {
		fmt.Fprintf(b, "\n%s%s\n", visible(c.Name), flags(c.Weak, "weak", c.Adaptive, "adaptive", c.Nested, "nested"))
		for len(edges) > 0 && edges[0].From == c.Name {
			writeEdge(b, &edges[0], "  -> "+visible(edges[0].To))
			edges = edges[1:]
		}
	}
	if orders := g.Orders(); len(orders) > 0 {
		fmt.Fprintf(b, "\n%s:\n", count(len(orders), "declared order", "declared orders"))
		for _, o := range orders {
			writeOrder(b, &o)
		}
	}
	fmt.Fprintf(b, "\n%s\n", count(len(cycles), "cycle", "cycles"))
	for i := range cycles {
		writeCycle(b, &cycles[i])
	}
	return b.Flush()
}

func writeCycle(b *bufio.Writer, c *Cycle) {
	fmt.Fprintf(b, "\n%s %s%s\n", c.Verdict, c.ID(), flags(c.ByClass(), "by class"))
	for i := range c.Edges {
		e := &c.Edges[i]
		writeEdge(b, e, "  "+visible(e.From)+" -> "+visible(e.To))
	}
	for _, s := range c.Writers {
		fmt.Fprintf(b, "  readers wait for the Lock at %s\n", visible(s.String()))
	}
	if c.Order != nil {
		writeOrder(b, c.Order)
	}
}

func writeEdge(b *bufio.Writer, e *Edge, title string) {
	fmt.Fprintf(b, "%s  %s, %s to %s%s\n", title, e.Kind, e.FromMode, e.ToMode,
		flags(e.Retries, "starts over", e.ByClass, "by class", e.ByType, "by type", e.Test, "test"))
	fmt.Fprintf(b, "       held %s, taken %s (%s)\n", place(e.Held), place(e.Site), e.Origin)
	for _, s := range e.Calls {
		fmt.Fprintf(b, "       call %s\n", place(s))
	}
	for _, gate := range e.Gates {
		certain := ""
		if len(gate.Anchors) == 0 {
			certain = ", any instance"
		}
		fmt.Fprintf(b, "       under %s, %s%s\n", visible(gate.Class), gate.Mode, certain)
	}
	if e.Relation != "" {
		fmt.Fprintf(b, "       relation %s\n", visible(string(e.Relation)))
	}
}

func writeOrder(b *bufio.Writer, o *Order) {
	fmt.Fprintf(b, "  declared %s < %s at %s\n", visible(o.Before), visible(o.After), place(o.Site))
}

func place(s Site) string {
	if s.Func == "" {
		return visible(s.String())
	}
	return visible(s.String()) + " in " + visible(s.Func)
}

// visible quotes a name that is empty or would not stay on its line.
func visible(s string) string {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return strconv.Quote(s)
	}
	return s
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// flags takes pairs of a condition and its name, and lists the names that hold.
func flags(pairs ...any) string {
	var names []string
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i].(bool) {
			names = append(names, pairs[i+1].(string))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " (" + strings.Join(names, ", ") + ")"
}
