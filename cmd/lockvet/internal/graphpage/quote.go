package graphpage

import "github.com/lockvet/lockvet/lockgraph"

// quoteBudget bounds the bytes of source in a page, so that the page of a huge
// graph can still be opened and sent around.
const quoteBudget = 4 << 20

// longestLine is where a line of source is cut. Longer ones are generated, or
// data.
const longestLine = 240

// quotes are the source lines of places. They stand in the page apart from the
// graph, since they are most of its bytes and are not needed until the first
// witness is shown.
type quotes struct {
	Strings []string `json:"strings"`
	Sources [][]int  `json:"sources"` // by site: path, then number and text of each line
}

// quote returns the source lines of the places: first those of cycles, which
// people will look at, then as many as the budget allows.
func (e *encoder) quote(source func(lockgraph.Site) (string, []Line), cycles []lockgraph.Cycle) *quotes {
	q := quoter{
		encoder: e, source: source, strings: make(table), asked: make(map[place][]int), left: quoteBudget,
		quotes: &quotes{Strings: []string{}, Sources: [][]int{}},
	}
	if source == nil {
		return q.quotes
	}
	q.quotes.Sources = make([][]int, len(e.places))
	for i := range cycles {
		for j := range cycles[i].Edges {
			g := &cycles[i].Edges[j]
			q.add(g.Held)
			q.add(g.Site)
			for _, s := range g.Calls {
				q.add(s)
			}
		}
		for _, s := range cycles[i].Writers {
			q.add(s)
		}
	}
	for _, s := range e.places {
		q.add(s)
	}
	return q.quotes
}

// place is a site without its function, which its lines do not depend on.
type place struct {
	pkg, file string
	line      int
}

type quoter struct {
	*encoder
	source  func(lockgraph.Site) (string, []Line)
	quotes  *quotes
	strings table
	asked   map[place][]int
	left    int
}

func (q *quoter) add(s lockgraph.Site) {
	n, ok := q.sites[s]
	if !ok || q.quotes.Sources[n] != nil {
		return
	}
	at := place{s.Pkg, s.File, s.Line}
	row, ok := q.asked[at]
	if !ok {
		row = q.row(s)
		q.asked[at] = row
	}
	q.quotes.Sources[n] = row
}

// row asks for the lines. A text that other places quote too costs nothing
// again, since it is in the table of strings.
func (q *quoter) row(s lockgraph.Site) []int {
	if q.left <= 0 {
		q.data.Unquoted++
		return nil
	}
	path, lines := q.source(s)
	if len(lines) == 0 {
		return nil
	}
	before := len(q.quotes.Strings)
	row := []int{q.string(path)}
	for _, l := range lines {
		row = append(row, l.Number, q.string(cut(l.Text)))
		q.left -= 2 * len("12345,")
	}
	for _, text := range q.quotes.Strings[before:] {
		q.left -= len(text) + len(`"",`)
	}
	return row
}

func (q *quoter) string(s string) int { return q.strings.number(s, &q.quotes.Strings) }

func cut(text string) string {
	if len(text) <= longestLine {
		return text
	}
	end := longestLine
	for end > 0 && text[end]&0xc0 == 0x80 { // within a character
		end--
	}
	return text[:end] + "…"
}
