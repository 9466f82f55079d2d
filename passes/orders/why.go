package orders

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/lockflow"
)

// An Answer says what is known of the order of two classes.
type Answer struct {
	Before, After string
	Direct        []lockgraph.Edge  // After acquired with Before held
	Chain         []lockgraph.Edge  // otherwise: the shortest way round through others
	Back          []lockgraph.Edge  // the other way round: a direct edge or a chain
	Cycle         *lockgraph.Cycle  // that leads both ways, if one counts
	Left          []LeftOut         // what makes no order, and why
	Unseen        *Unseen           // a call under Before that may take After
	Widened       []string          // functions of the packages of both that were not followed exactly
	Declared      []lockgraph.Order // between the two, either way
}

// A LeftOut is an acquisition under a lock that makes no order.
type LeftOut = lockflow.LeftOut

// A Reason says why an acquisition under a lock makes no order.
type Reason = lockflow.Reason

// The reasons.
const (
	Unpublished = lockflow.Unpublished
	Ignored     = lockflow.Ignored
	Unnamed     = lockflow.Unnamed
)

// Classes returns the names of all locks of the program, sorted.
func (p *Program) Classes() []string {
	var names []string
	for _, c := range p.Graph.Classes() {
		names = append(names, c.Name)
	}
	for _, effects := range p.calls.Effects {
		for _, a := range effects {
			names = append(names, a.Class)
		}
	}
	for _, l := range p.left {
		names = append(names, l.From, l.To)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Class returns the one class that a name means: its whole name, or the end of it
// from a dot or slash on.
func (p *Program) Class(name string) (string, error) {
	var fit []string
	for _, c := range p.Classes() {
		if c == name {
			return c, nil
		}
		if rest, ok := strings.CutSuffix(c, name); ok && strings.HasSuffix(rest, ".") || strings.HasSuffix(rest, "/") && ok {
			fit = append(fit, c)
		}
	}
	switch {
	case len(fit) == 1:
		return fit[0], nil
	case len(fit) > 1:
		return "", fmt.Errorf("%q can be %s; give more of the name", name, strings.Join(fit, " or "))
	}
	return "", fmt.Errorf("no lock is called %q; names are like those of reports and of lockvet graph", name)
}

// Why says whether the order of two classes is before, after, and how that is
// known, or why it is not.
func (p *Program) Why(before, after string) *Answer {
	a := &Answer{Before: before, After: after}
	for _, e := range p.Graph.Edges() {
		if e.From == before && e.To == after {
			a.Direct = append(a.Direct, e)
		}
	}
	if len(a.Direct) == 0 {
		a.Chain = p.chain(before, after)
	}
	if before != after {
		a.Back = p.chain(after, before)
	}
	ordered := p.Graph.WithOrders()
	for _, e := range a.Direct {
		if c, ok := ordered.Through(e, lockgraph.Options{WhatIfSpin: true}); ok && p.judge.Counts(&c) && (a.Cycle == nil || c.Verdict < a.Cycle.Verdict) {
			a.Cycle = &c
		}
	}
	for _, l := range p.left {
		if l.From == before && l.To == after {
			a.Left = append(a.Left, l)
		}
	}
	for _, o := range p.Graph.Orders() {
		if o.Before == before && o.After == after || o.Before == after && o.After == before {
			a.Declared = append(a.Declared, o)
		}
	}
	if len(a.Direct) == 0 {
		a.Unseen = p.calls.unseen(map[string]bool{before: true}, map[string]bool{after: true})
		a.Widened = p.widenedIn(before, after)
	}
	return a
}

// chain returns a shortest way from one class to another, nil if there is none.
func (p *Program) chain(from, to string) []lockgraph.Edge {
	out := make(map[string][]lockgraph.Edge)
	for _, e := range p.Graph.Edges() {
		if e.From != e.To {
			out[e.From] = append(out[e.From], e)
		}
	}
	before := map[string]lockgraph.Edge{from: {}}
	for todo := []string{from}; len(todo) > 0; todo = todo[1:] {
		for _, e := range out[todo[0]] {
			if _, ok := before[e.To]; !ok {
				before[e.To] = e
				todo = append(todo, e.To)
			}
		}
	}
	if _, ok := before[to]; !ok || from == to {
		return nil
	}
	var way []lockgraph.Edge
	for c := to; c != from; c = before[c].From {
		way = append(way, before[c])
	}
	slices.Reverse(way)
	return way
}

// widenedIn returns the functions that were widened of the packages in which the
// classes are declared.
func (p *Program) widenedIn(classes ...string) []string {
	var out []string
	for _, fn := range p.widened {
		pkg := fn[:strings.LastIndexByte(fn, '/')+1]
		rest := fn[len(pkg):]
		pkg += rest[:strings.IndexByte(rest+".", '.')]
		if slices.ContainsFunc(classes, func(c string) bool { return strings.HasPrefix(c, pkg+".") }) {
			out = append(out, fn)
		}
	}
	slices.Sort(out)
	return out
}
