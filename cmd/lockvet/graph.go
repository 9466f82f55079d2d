package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/orders"
)

const graphHelp = `lockvet graph prints the lock-order graph of the packages: which locks are taken
while which others are held, with the places, and the circles in it.

Usage:

	lockvet graph [flags] [packages]

The packages are ./... if none is named. The graph has the orders of their code, and
those of packages that they import where these close a circle; with -deps all of them.

To review what a change adds, keep the graph of the state before it:

	lockvet graph -f json > before.json
	lockvet graph -since before.json

The exit status is 0, with -since 1 if an order that is new is in a circle, or what
-fail says, 1 if a package does not compile, and 2 if the command line is wrong.

Flags:

`

type graphOptions struct {
	programOptions
	format   string
	html     string
	deps     bool
	observed string
	since    string
	fail     string
}

var (
	graphFormats = []string{"text", "dot", "json"}
	graphFails   = []string{"circles", "orders", "none"}
)

func (opts *graphOptions) flagSet() *flag.FlagSet {
	fs := flag.NewFlagSet("graph", flag.ContinueOnError)
	opts.addFlags(fs)
	fs.StringVar(&opts.format, "f", "text", "print the graph in this `format`: "+strings.Join(graphFormats, ", "))
	fs.StringVar(&opts.html, "html", "", "write the graph to `file` as a page to look at and to search, and print nothing")
	fs.BoolVar(&opts.deps, "deps", false, "have all orders of the packages that are imported, too")
	fs.StringVar(&opts.observed, "observed", "", "add the orders that were observed at run time, of the graph at `path` or those in that directory, written by lockvet test -graph or with LOCKDEP_GRAPH")
	fs.StringVar(&opts.since, "since", "", "show only the orders that are not in `file`, a graph in JSON")
	fs.StringVar(&opts.fail, "fail", "circles", "with -since, make the exit status 1 for `these`: circles, for new orders that are in one; orders, for any that is new; none")
	return fs
}

func (opts *graphOptions) check() error {
	if !slices.Contains(graphFormats, opts.format) {
		return fmt.Errorf("-f %s: no such format; there are %s", opts.format, strings.Join(graphFormats, ", "))
	}
	if !slices.Contains(graphFails, opts.fail) {
		return fmt.Errorf("-fail %s: want one of %s", opts.fail, strings.Join(graphFails, ", "))
	}
	if opts.html != "" && opts.format != "text" {
		return errors.New("-f says what to print and -html prints nothing; give one of them")
	}
	if opts.fail != "circles" && opts.since == "" {
		return errors.New("-fail says what -since is to fail for; give both")
	}
	return nil
}

// runGraph is lockvet graph.
func runGraph(args []string, stdout, stderr io.Writer) int {
	var opts graphOptions
	fs := opts.flagSet()
	_, err := opts.parse(fs, args, 0)
	if opts.help {
		return printHelp(stdout, graphHelp, fs)
	}
	if err == nil {
		err = opts.check()
	}
	if err != nil {
		return fail(stderr, exitUsage, err)
	}
	status, err := opts.run(stdout)
	if err != nil {
		return failSub(stderr, err)
	}
	return status
}

func (opts *graphOptions) run(stdout io.Writer) (int, error) {
	if err := enter(opts.dir); err != nil {
		return 0, usageError{err}
	}
	// What can be wrong with files is found before the packages are read.
	before, err := opts.readSince()
	if err != nil {
		return 0, err
	}
	observed, err := opts.readObserved()
	if err != nil {
		return 0, err
	}
	p, err := loadProgram(&opts.programOptions)
	if err != nil {
		return 0, err
	}
	g := p.Graph
	if !opts.deps {
		g = p.Of(p.isNamed)
	}
	if observed != nil {
		observe(g, observed)
	}
	cycles := p.Cycles(g, lockgraph.Options{})
	status := exitClean
	if before != nil {
		g, cycles = news(g, before, cycles)
		if opts.fails(g, cycles) {
			status = exitFindings
		}
	}
	return status, opts.write(stdout, p, g, orders.Distinct(cycles))
}

func (opts *graphOptions) fails(news *lockgraph.Graph, cycles []lockgraph.Cycle) bool {
	return opts.fail == "circles" && len(cycles) > 0 || opts.fail == "orders" && len(news.Edges()) > 0
}

func (opts *graphOptions) write(stdout io.Writer, p *program, g *lockgraph.Graph, cycles []lockgraph.Cycle) error {
	switch {
	case opts.html != "":
		return opts.writeHTML(p, g, cycles)
	case opts.format == "dot":
		return g.WriteDOT(stdout, cycles)
	case opts.format == "json":
		return g.WriteJSON(stdout)
	}
	return g.WriteText(stdout, cycles)
}

// readSince reads the graph of -since, nil if there is none.
func (opts *graphOptions) readSince() (*lockgraph.Graph, error) {
	if opts.since == "" {
		return nil, nil
	}
	g, err := readGraph(opts.since)
	if err != nil {
		return nil, usageError{fmt.Errorf("-since: %w", err)}
	}
	return g, nil
}

func readGraph(name string) (*lockgraph.Graph, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	g, err := lockgraph.ReadJSON(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return g, nil
}

// news returns the part of g that is not in before, and the cycles that lead
// through it. An order is what it was if the classes, the modes and the kind are:
// lines shift, and a second place that does the same adds nothing.
func news(g, before *lockgraph.Graph, cycles []lockgraph.Cycle) (*lockgraph.Graph, []lockgraph.Cycle) {
	type order struct {
		from, to         string
		fromMode, toMode lockgraph.Mode
		kind             lockgraph.Kind
		retries          bool
	}
	of := func(e *lockgraph.Edge) order {
		return order{e.From, e.To, e.FromMode, e.ToMode, e.Kind, e.Retries}
	}
	known := make(map[order]bool)
	for _, e := range before.Edges() {
		known[of(&e)] = true
	}
	out := lockgraph.New()
	for _, e := range g.Edges() {
		if !known[of(&e)] {
			out.AddEdge(e)
		}
	}
	for _, c := range out.Classes() {
		if class, ok := g.Class(c.Name); ok {
			out.AddClass(class)
		}
	}
	declared := before.Orders()
	stood := func(o *lockgraph.Order) bool {
		return slices.ContainsFunc(declared, func(p lockgraph.Order) bool { return p.Before == o.Before && p.After == o.After })
	}
	for _, o := range g.Orders() {
		if !stood(&o) {
			out.AddOrder(o)
		}
	}
	kept := slices.DeleteFunc(slices.Clone(cycles), func(c lockgraph.Cycle) bool {
		return !slices.ContainsFunc(c.Edges, func(e lockgraph.Edge) bool { return !known[of(&e)] }) &&
			(c.Order == nil || stood(c.Order))
	})
	return out, kept
}
