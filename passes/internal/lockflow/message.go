package lockflow

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lockvet/lockvet/lockgraph"
)

// DescribeEdge tells an edge of a finding: what is taken where, under which
// lock taken where, and through which calls.
func (r *Result) DescribeEdge(e *lockgraph.Edge) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s at %s", r.Name(e.To), action(e), r.Where(e.Site))
	for i, c := range e.Calls {
		if i == 0 {
			b.WriteString(" (called from ")
		} else {
			b.WriteString(", ")
		}
		b.WriteString(r.Where(c))
	}
	if len(e.Calls) > 0 {
		b.WriteString(")")
	} else if e.Report != e.Site {
		fmt.Fprintf(&b, " (called from %s)", r.Where(e.Report))
	}
	fmt.Fprintf(&b, " while %s is %s since %s", r.Name(e.From), heldIn(e.FromMode), r.Where(e.Held))
	return b.String()
}

func action(e *lockgraph.Edge) string {
	verb := "locked"
	if e.ToMode == lockgraph.Shared {
		verb = "read-locked"
	}
	switch e.Kind {
	case lockgraph.Poll:
		return "polled until it is " + verb
	case lockgraph.Retry:
		return "tried again and again"
	case lockgraph.Spin:
		return "spun on"
	case lockgraph.Try:
		return "tried"
	}
	return verb
}

func heldIn(m lockgraph.Mode) string {
	if m == lockgraph.Shared {
		return "read-locked"
	}
	return "held"
}

// Ring shows the classes of a cycle in order: A -> B -> A.
func (r *Result) Ring(c *lockgraph.Cycle) string {
	var names []string
	for i := range c.Edges {
		names = append(names, r.Name(c.Edges[i].From))
	}
	return strings.Join(append(names, names[0]), " -> ")
}

// Evidence tells all edges of a finding, beginning with the one reported on,
// and the writers that make its readers conflict.
func (r *Result) Evidence(f *Finding) string {
	start := max(f.At, 0)
	var parts []string
	for i := range f.Edges {
		parts = append(parts, r.DescribeEdge(&f.Edges[(start+i)%len(f.Edges)]))
	}
	text := strings.Join(parts, "; ")
	for _, w := range f.Writers {
		text += "; readers wait for the writer at " + r.Where(w)
	}
	if f.ByClass() {
		text += " (by lock class)"
	}
	return text
}

// Related lists the places of a finding that lie in this package.
func (r *Result) Related(f *Finding) []analysis.RelatedInformation {
	var out []analysis.RelatedInformation
	add := func(s lockgraph.Site, message string) {
		if p, ok := r.places[s]; ok {
			out = append(out, analysis.RelatedInformation{Pos: p, Message: message})
		}
	}
	for i := range f.Edges {
		e := &f.Edges[i]
		add(e.Held, r.Name(e.From)+" acquired here")
		add(e.Site, r.Name(e.To)+" acquired here while "+r.Name(e.From)+" is held")
	}
	return out
}
