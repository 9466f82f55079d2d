package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/lockvet/lockvet/cmd/lockvet/internal/graphpage"
	"github.com/lockvet/lockvet/lockgraph"
)

// writeHTML writes the page.
func (opts *graphOptions) writeHTML(p *program, g *lockgraph.Graph, cycles []lockgraph.Cycle) error {
	for _, c := range cycles {
		for _, e := range c.Edges { // of what is new, a circle has old ones as well
			g.AddEdge(e)
		}
	}
	page := graphpage.Page{
		Title:  "lock orders of " + strings.Join(opts.patterns, " "),
		Graph:  g,
		Cycles: cycles,
		Source: (&quoter{program: p, lines: make(map[string][]string)}).quote,
	}
	return replaceFile(opts.html, func(w io.Writer) error { return graphpage.Write(w, page) })
}

// A quoter finds the source around places.
type quoter struct {
	*program
	lines map[string][]string // by file name
}

// around is how many lines are quoted before and after the one meant.
const around = 3

func (q *quoter) quote(s lockgraph.Site) (string, []graphpage.Line) {
	name, ok := q.files[s.Pkg+"/"+s.File]
	if !ok {
		return "", nil
	}
	lines, ok := q.lines[name]
	if !ok {
		if text, err := os.ReadFile(name); err == nil {
			lines = strings.Split(string(text), "\n")
		}
		q.lines[name] = lines
	}
	if s.Line < 1 || s.Line > len(lines) {
		return "", nil
	}
	var out []graphpage.Line
	for n := max(1, s.Line-around); n <= min(len(lines), s.Line+around); n++ {
		out = append(out, graphpage.Line{Number: n, Text: strings.TrimSuffix(lines[n-1], "\r")})
	}
	if q.named[s.Pkg] {
		return shortPath(name), out
	}
	return s.Pkg + "/" + filepath.Base(name), out
}
