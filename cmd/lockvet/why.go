package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/orders"
)

const whyHelp = `lockvet why says why lockvet thinks that one lock is taken before another, or why
it does not.

Usage:

	lockvet why [flags] before after [packages]

Locks are named as in reports and in lockvet graph; the end of a name is enough if it
is the only one, such as Book.mu for example.com/ledger.Book.mu. The packages are
./... if none is named. The exit status is 0 if there is an order, or a way round
through other locks, 1 if there is none or a package does not compile, and 2 if the
command line is wrong.

Flags:

`

// runWhy is lockvet why.
func runWhy(args []string, stdout, stderr io.Writer) int {
	var opts programOptions
	fs := flag.NewFlagSet("why", flag.ContinueOnError)
	opts.addFlags(fs)
	names, err := opts.parse(fs, args, 2)
	switch {
	case err != nil:
		return fail(stderr, exitUsage, err)
	case opts.help:
		return printHelp(stdout, whyHelp, fs)
	case len(names) < 2:
		return fail(stderr, exitUsage, errors.New("why needs the names of two locks; lockvet help why says how they are named"))
	}
	if err := enter(opts.dir); err != nil {
		return fail(stderr, exitUsage, err)
	}
	p, err := loadProgram(&opts)
	if err != nil {
		return failSub(stderr, err)
	}
	for i, name := range names {
		if names[i], err = p.Class(name); err != nil {
			return fail(stderr, exitUsage, err)
		}
	}
	a := p.Why(names[0], names[1])
	if _, err := io.WriteString(stdout, p.explain(a)); err != nil {
		return fail(stderr, exitFailed, err)
	}
	if len(a.Direct)+len(a.Chain) == 0 {
		return exitFindings
	}
	return exitClean
}

// explain tells a whole answer.
func (p *program) explain(a *orders.Answer) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	before, after := short(a.Before), short(a.After)
	switch {
	case len(a.Direct) > 0:
		line("%s is taken before %s:", before, after)
		p.explainSteps(line, a.Direct)
	case len(a.Chain) > 0:
		line("%s is not held where %s is taken, but comes before it through other locks:", before, after)
		p.explainSteps(line, a.Chain)
	default:
		line("%s is not known to be taken before %s.", before, after)
		p.explainNothing(line, a)
	}
	for _, o := range a.Declared {
		line("%s before %s is declared at %s.", short(o.Before), short(o.After), p.where(o.Site))
	}
	if len(a.Left) > 0 {
		line("Left out of all orders:")
		for _, l := range a.Left {
			line("\t%s at %s while %s is held since %s: %s", short(l.To), p.where(l.Site), short(l.From), p.where(l.Held), leftBecause[l.Reason])
		}
	}
	p.explainBack(line, a)
	return b.String()
}

func (p *program) explainSteps(line func(string, ...any), edges []lockgraph.Edge) {
	for i := range edges {
		line("\t%s%s", p.step(&edges[i]), edgeNote(&edges[i]))
	}
}

// edgeNote says on what weaker ground than instances an edge stands.
func edgeNote(e *lockgraph.Edge) string {
	switch {
	case e.Test:
		return " (in tests)"
	case e.ByType:
		return " (a call through an interface, resolved by type)"
	}
	return ""
}

// leftBecause says why an acquisition makes no order.
var leftBecause = map[orders.Reason]string{
	orders.Unpublished: "one of the two is not shared with other goroutines yet",
	orders.Ignored:     "a lint:ignore directive accepts it",
	orders.Unnamed:     "which lock it is depends on a caller out of sight",
}

// explainNothing says what may hide an order that is not known.
func (p *program) explainNothing(line func(string, ...any), a *orders.Answer) {
	if a.Unseen != nil {
		line("A call that could not be resolved may do it:\n\t%s", p.unseenLine(a.Unseen))
	}
	if len(a.Widened) > 0 {
		line("These functions were too large to be followed exactly:")
		for _, fn := range a.Widened {
			line("\t%s", short(fn))
		}
	}
	if a.Unseen == nil && len(a.Left) == 0 && len(a.Widened) == 0 {
		line("No call with %s held leads to where %s is taken.", short(a.Before), short(a.After))
	}
}

// explainBack says what the other direction means.
func (p *program) explainBack(line func(string, ...any), a *orders.Answer) {
	if len(a.Back) == 0 {
		return
	}
	line("The other way round, %s comes before %s:", short(a.After), short(a.Before))
	p.explainSteps(line, a.Back)
	if len(a.Direct) == 0 {
		return
	}
	if c := a.Cycle; c != nil {
		line("Together they are a circle (%s): %s.", c.Verdict, ring(c))
		return
	}
	line("No circle counts: a lock that both sides hold keeps them apart, or both only read, or they meet in different objects.")
}
