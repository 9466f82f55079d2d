package main

import (
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/lockvet/lockvet/lockgraph"
)

// readObserved reads the graph of -observed, or those in that directory.
func (opts *graphOptions) readObserved() (*lockgraph.Graph, error) {
	if opts.observed == "" {
		return nil, nil
	}
	union := lockgraph.New()
	files := 0
	err := filepath.WalkDir(opts.observed, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".json" {
			return err
		}
		g, err := readGraph(name)
		if err != nil {
			return err
		}
		files++
		union.Merge(g)
		return nil
	})
	if err == nil && files == 0 {
		err = fmt.Errorf("no file in %s ends in .json: lockvet test -graph writes one", opts.observed)
	}
	if err != nil {
		return nil, usageError{fmt.Errorf("-observed: %w", err)}
	}
	return union, nil
}

// observe adds to g what was observed. The two sides prove by different means that
// locks are one, so that an edge and the same edge as it was observed are two; where
// they agree in all else, the first is what was observed.
func observe(g, observed *lockgraph.Graph) {
	known := make(map[seenEdge][]lockgraph.Edge)
	for _, e := range g.Edges() {
		known[seen(&e)] = append(known[seen(&e)], e)
	}
	for _, c := range observed.Classes() {
		g.AddClass(c)
	}
	for _, o := range observed.Orders() {
		g.AddOrder(o)
	}
	for _, e := range observed.Edges() {
		same := known[seen(&e)]
		if len(same) == 0 {
			g.AddEdge(e)
		}
		for _, s := range same {
			s.Origin |= e.Origin
			g.AddEdge(s)
		}
	}
}

// A seenEdge is of an edge what both sides see alike.
type seenEdge struct {
	from, to         string
	fromMode, toMode lockgraph.Mode
	kind             lockgraph.Kind
	retries, test    bool
	held, site       lockgraph.Site
	gates            string
}

func seen(e *lockgraph.Edge) seenEdge {
	held, site := e.Held, e.Site
	held.Func, site.Func = "", ""
	gates := ""
	for _, g := range e.Gates {
		gates += fmt.Sprintf("%q %s ", g.Class, g.Mode)
	}
	return seenEdge{e.From, e.To, e.FromMode, e.ToMode, e.Kind, e.Retries, e.Test, held, site, gates}
}
