package graphpage

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/lockvet/lockvet/lockgraph"
)

// pageData is the graph as the page reads it (assets/js/model.js). What occurs
// often is a number into a table, and a row is an array without names, so that
// a graph of tens of thousands of edges stays small.
type pageData struct {
	Title    string   `json:"title"`
	Strings  []string `json:"strings"`
	Packages []int    `json:"packages"` // names of packages
	Classes  [][]any  `json:"classes"`  // name, package, flags, writers
	Edges    [][]any  `json:"edges"`
	Cycles   [][]any  `json:"cycles"`
	Orders   [][]any  `json:"orders"`   // before and after by name, site
	Sites    [][4]int `json:"sites"`    // package, file, line, function
	Unquoted int      `json:"unquoted"` // places left without source lines to keep the page small
	Kinds    []string `json:"kinds"`
	Origins  []string `json:"origins"`
	Severity []string `json:"severity"` // of a verdict, by its number
	Verdicts []string `json:"verdicts"`
}

// Flags of a class and of an edge.
const (
	classWeak = 1 << iota
	classAdaptive
	classNested
)

const (
	edgeFromShared = 1 << iota
	edgeToShared
	edgeRetries
	edgeByClass
	edgeByType
	edgeTest
)

// severities says how much attention a verdict deserves: what can stop the
// program, what costs or is about to, and what is harmless today.
var severities = map[lockgraph.Verdict]string{
	lockgraph.Deadlock:       "fault",
	lockgraph.Livelock:       "fault",
	lockgraph.SpinLivelock:   "fault",
	lockgraph.TryInversion:   "risk",
	lockgraph.RetryLivelock:  "fault",
	lockgraph.BoundedSpin:    "risk",
	lockgraph.Avoidance:      "harmless",
	lockgraph.OrderViolation: "fault",
}

// encode returns the graph of p and the source of its places as JSON that can
// stand in script elements: encoding/json escapes <, >, & and the line
// separators of JavaScript.
func encode(p Page) (graph, sources []byte, err error) {
	e := encoder{
		strings: make(table),
		sites:   make(map[lockgraph.Site]int),
		classes: make(map[string]int),
	}
	e.data = pageData{
		Title: p.Title, Strings: []string{}, Packages: []int{}, Classes: [][]any{},
		Edges: [][]any{}, Cycles: [][]any{}, Orders: [][]any{}, Sites: [][4]int{},
	}
	e.names()
	e.addClasses(p.Graph)
	edges := p.Graph.Edges()
	number := make(map[string]int, len(edges))
	for i := range edges {
		number[edges[i].Key()] = i
		e.data.Edges = append(e.data.Edges, e.edge(&edges[i]))
	}
	orders := p.Graph.Orders()
	for _, o := range orders {
		e.data.Orders = append(e.data.Orders, []any{e.string(o.Before), e.string(o.After), e.site(o.Site)})
	}
	for i := range p.Cycles {
		row, err := e.cycle(&p.Cycles[i], number, orders)
		if err != nil {
			return nil, nil, err
		}
		e.data.Cycles = append(e.data.Cycles, row)
	}
	quotes := e.quote(p.Source, p.Cycles)
	if sources, err = json.Marshal(quotes); err != nil {
		return nil, nil, err
	}
	graph, err = json.Marshal(&e.data)
	return graph, sources, err
}

type encoder struct {
	data    pageData
	strings table
	sites   map[lockgraph.Site]int
	classes map[string]int
	places  []lockgraph.Site // by number
}

func (e *encoder) string(s string) int { return e.strings.number(s, &e.data.Strings) }

// table numbers strings.
type table map[string]int

// number returns the place of s in list, and puts it there at first sight.
func (t table) number(s string, list *[]string) int {
	n, ok := t[s]
	if !ok {
		n = len(*list)
		t[s] = n
		*list = append(*list, s)
	}
	return n
}

// site numbers s; -1 is no place.
func (e *encoder) site(s lockgraph.Site) int {
	if s.IsZero() {
		return -1
	}
	n, ok := e.sites[s]
	if !ok {
		n = len(e.places)
		e.sites[s] = n
		e.places = append(e.places, s)
		e.data.Sites = append(e.data.Sites, [4]int{e.string(s.Pkg), e.string(s.File), s.Line, e.string(s.Func)})
	}
	return n
}

func (e *encoder) siteList(sites []lockgraph.Site) []int {
	ns := make([]int, len(sites))
	for i, s := range sites {
		ns[i] = e.site(s)
	}
	return ns
}

func (e *encoder) names() {
	for k := lockgraph.Wait; k <= lockgraph.Try; k++ {
		e.data.Kinds = append(e.data.Kinds, k.String())
	}
	e.data.Origins = []string{"unknown", "static", "run time", "static and run time"}
	for v := lockgraph.Deadlock; v <= lockgraph.OrderViolation; v++ {
		e.data.Verdicts = append(e.data.Verdicts, v.String())
		e.data.Severity = append(e.data.Severity, severities[v])
	}
}

func (e *encoder) addClasses(g *lockgraph.Graph) {
	known := packagesOf(g)
	number := make(map[string]int)
	for _, c := range g.Classes() {
		name := known.of(c.Name)
		pkg, ok := number[name]
		if !ok {
			pkg = len(e.data.Packages)
			number[name] = pkg
			e.data.Packages = append(e.data.Packages, e.string(name))
		}
		writers := make([]int, len(c.Writers))
		for i, w := range c.Writers {
			writers[i] = e.site(w.Site)
		}
		e.classes[c.Name] = len(e.data.Classes)
		e.data.Classes = append(e.data.Classes, []any{
			e.string(c.Name), pkg,
			flag(c.Weak, classWeak) | flag(c.Adaptive, classAdaptive) | flag(c.Nested, classNested),
			writers,
		})
	}
}

func (e *encoder) edge(g *lockgraph.Edge) []any {
	flags := flag(g.FromMode == lockgraph.Shared, edgeFromShared) |
		flag(g.ToMode == lockgraph.Shared, edgeToShared) |
		flag(g.Retries, edgeRetries) | flag(g.ByClass, edgeByClass) |
		flag(g.ByType, edgeByType) | flag(g.Test, edgeTest)
	row := []any{
		e.classes[g.From], e.classes[g.To], int(g.Kind), flags, int(g.Origin),
		e.site(g.Held), e.site(g.Site), e.siteList(g.Calls),
	}
	gates := make([][3]int, len(g.Gates))
	for i, gate := range g.Gates {
		certain := flag(len(gate.Anchors) > 0, 1)
		gates[i] = [3]int{e.string(gate.Class), flag(gate.Mode == lockgraph.Shared, 1), certain}
	}
	return append(row, gates, e.string(string(g.Relation)))
}

func (e *encoder) cycle(c *lockgraph.Cycle, number map[string]int, orders []lockgraph.Order) ([]any, error) {
	edges := make([]int, 0, len(c.Edges))
	for i := range c.Edges {
		n, ok := number[c.Edges[i].Key()]
		if !ok {
			return nil, fmt.Errorf("cycle %s: no edge of the graph leads from %s to %s at %s",
				c.ID(), c.Edges[i].From, c.Edges[i].To, c.Edges[i].Site)
		}
		edges = append(edges, n)
	}
	order := -1
	if c.Order != nil {
		order = slices.Index(orders, *c.Order)
	}
	return []any{c.ID(), int(c.Verdict), edges, e.siteList(c.Writers), order, flag(c.ByClass(), 1)}, nil
}

func flag(set bool, bit int) int {
	if set {
		return bit
	}
	return 0
}
