package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/orders"
)

const auditHelp = `lockvet audit lists every TryLock, TryRLock and TryLockSpin of the packages, and
says which of them may spin.

Usage:

	lockvet audit [flags] [packages]

A trylock that tries once is harmless anywhere. One that spins waits, and against the
order of other code both owners may spin at each other. So each is

	safe	no order leads from the lock that is tried to one that is held there,
		or what leads there cannot meet it
	unsafe	one does; the cycle follows
	unknown	none is known, but a call on the way could not be resolved; it follows,
		with the function it may be that takes the lock

The packages are ./... if none is named. The exit status is 1 if a trylock is worse
than -fail allows or a package does not compile, 0 otherwise, and 2 if the command
line is wrong.

Flags:

`

type auditOptions struct {
	programOptions
	json bool
	fail string
}

// auditFails are the values of -fail.
var auditFails = []string{"unsafe", "waiting", "unknown", "none"}

func (opts *auditOptions) flagSet() *flag.FlagSet {
	fs := flag.NewFlagSet("audit", flag.ContinueOnError)
	opts.addFlags(fs)
	fs.BoolVar(&opts.json, "json", false, "print JSON")
	fs.StringVar(&opts.fail, "fail", "unsafe", "make the exit status 1 for `these`: unsafe; waiting, for unsafe ones that spin, are polled or retried at once already; unknown, for unsafe and unknown; none")
	return fs
}

// runAudit is lockvet audit.
func runAudit(args []string, stdout, stderr io.Writer) int {
	var opts auditOptions
	fs := opts.flagSet()
	_, err := opts.parse(fs, args, 0)
	switch {
	case err != nil:
		return fail(stderr, exitUsage, err)
	case opts.help:
		return printHelp(stdout, auditHelp, fs)
	case !slices.Contains(auditFails, opts.fail):
		return fail(stderr, exitUsage, fmt.Errorf("-fail %s: want one of %s", opts.fail, strings.Join(auditFails, ", ")))
	}
	if err := enter(opts.dir); err != nil {
		return fail(stderr, exitUsage, err)
	}
	p, err := loadProgram(&opts.programOptions)
	if err != nil {
		return failSub(stderr, err)
	}
	list := p.Audit(p.isNamed)
	if opts.json {
		err = p.writeAuditJSON(stdout, list)
	} else {
		err = p.writeAudit(stdout, list)
	}
	if err != nil {
		return fail(stderr, exitFailed, err)
	}
	if slices.ContainsFunc(list, opts.fails) {
		return exitFindings
	}
	return exitClean
}

func (opts *auditOptions) fails(t orders.Trylock) bool {
	switch opts.fail {
	case "unsafe":
		return t.Safety == orders.Unsafe
	case "waiting":
		return t.Safety == orders.Unsafe && t.Waits()
	case "unknown":
		return t.Safety != orders.Safe
	}
	return false
}

// writeAudit writes the audit for people: the line of a trylock, and indented
// under it what the verdict rests on.
func (p *program) writeAudit(w io.Writer, list []orders.Trylock) error {
	var b strings.Builder
	count := make(map[orders.Safety]int)
	for i := range list {
		t := &list[i]
		count[t.Safety]++
		fmt.Fprintf(&b, "%s: %s of %s: %s\n", p.where(t.Site), t.Method, short(t.Class), t.Safety)
		for _, line := range p.auditLines(t) {
			fmt.Fprintf(&b, "\t%s\n", line)
		}
	}
	noun := "trylocks"
	if len(list) == 1 {
		noun = "trylock"
	}
	fmt.Fprintf(&b, "%d %s: %d safe to spin, %d unsafe, %d unknown\n",
		len(list), noun, count[orders.Safe], count[orders.Unsafe], count[orders.Unknown])
	_, err := io.WriteString(w, b.String())
	return err
}

func (p *program) auditLines(t *orders.Trylock) []string {
	var lines []string
	for _, h := range t.Held {
		lines = append(lines, fmt.Sprintf("%s is held since %s", short(h.Class), p.where(h.Site)))
	}
	switch {
	case t.Cycle != nil:
		lines = append(lines, fmt.Sprintf("%s %s: %s", ifSpun(t), spunMeans[t.Cycle.Verdict], ring(t.Cycle)))
		for i := range t.Cycle.Edges {
			lines = append(lines, p.step(&t.Cycle.Edges[i]))
		}
	case t.Unseen != nil:
		lines = append(lines, p.unseenLine(t.Unseen))
	default:
		lines = append(lines, t.Note)
	}
	return lines
}

// ifSpun says whether the verdict is about what is, or what would be.
func ifSpun(t *orders.Trylock) string {
	if t.Kind == lockgraph.Spin || t.Kind == lockgraph.Poll {
		return "already"
	}
	return "if it spun,"
}

// spunMeans says what a cycle of a trylock that spins amounts to.
var spunMeans = map[lockgraph.Verdict]string{
	lockgraph.Deadlock:      "a deadlock",
	lockgraph.Livelock:      "a livelock: it is polled while the other side waits",
	lockgraph.SpinLivelock:  "a livelock: each owner spins on the other and starts over",
	lockgraph.TryInversion:  "a CPU burnt while the other side is busy",
	lockgraph.RetryLivelock: "a livelock: each side can fail for ever",
	lockgraph.BoundedSpin:   "its whole spin time burnt whenever the two sides meet",
	lockgraph.Avoidance:     "both owners spinning at each other",
}

// unseenLine says which call could not be resolved.
func (p *program) unseenLine(u *orders.Unseen) string {
	from := ""
	if u.Under != u.Call {
		from = " (called from " + p.where(u.Under) + ")"
	}
	return fmt.Sprintf("%s, called at %s%s while %s is held since %s, may be %s, which takes %s at %s",
		short(u.Name), p.where(u.Call), from, short(u.Held), p.where(u.HeldAt), short(u.Candidate), short(u.Takes), p.where(u.TakesAt))
}

// The JSON form of the audit.
type (
	auditJSON struct {
		Tool     string        `json:"tool"`
		Version  int           `json:"version"`
		Trylocks []trylockJSON `json:"trylocks"`
	}
	trylockJSON struct {
		At      string      `json:"at"`
		Method  string      `json:"method"`
		Class   string      `json:"class"`
		Mode    string      `json:"mode"`
		Kind    string      `json:"kind"`
		Held    []heldJSON  `json:"held"`
		Verdict string      `json:"verdict"`
		Reason  string      `json:"reason,omitempty"`
		Cycle   *cycleJSON  `json:"cycle,omitempty"`
		Call    *unseenJSON `json:"call,omitempty"`
	}
	heldJSON struct {
		Class string `json:"class"`
		Since string `json:"since"`
	}
	cycleJSON struct {
		ID      string     `json:"id"`
		Verdict string     `json:"verdict"`
		Steps   []stepJSON `json:"steps"`
	}
	stepJSON struct {
		From string `json:"from"`
		To   string `json:"to"`
		Kind string `json:"kind"`
		Held string `json:"held"`
		At   string `json:"at"`
	}
	unseenJSON struct {
		Name  string `json:"name"`
		At    string `json:"at"`
		Under string `json:"under"`
		Held  string `json:"held"`
		May   string `json:"may_be"`
		Takes string `json:"takes"`
	}
)

func (p *program) writeAuditJSON(w io.Writer, list []orders.Trylock) error {
	out := auditJSON{Tool: "lockvet", Version: 1, Trylocks: []trylockJSON{}}
	for i := range list {
		t := &list[i]
		j := trylockJSON{
			At: p.where(t.Site), Method: t.Method, Class: t.Class, Mode: t.Mode.String(), Kind: t.Kind.String(),
			Held: []heldJSON{}, Verdict: string(t.Safety), Reason: t.Note,
		}
		for _, h := range t.Held {
			j.Held = append(j.Held, heldJSON{h.Class, p.where(h.Site)})
		}
		if c := t.Cycle; c != nil {
			j.Cycle = &cycleJSON{ID: c.ID(), Verdict: c.Verdict.String()}
			for _, e := range c.Edges {
				j.Cycle.Steps = append(j.Cycle.Steps, stepJSON{e.From, e.To, e.Kind.String(), p.where(e.Held), p.where(e.Site)})
			}
		}
		if u := t.Unseen; u != nil {
			j.Call = &unseenJSON{u.Name, p.where(u.Call), p.where(u.Under), u.Held, u.Candidate, u.Takes}
		}
		out.Trylocks = append(out.Trylocks, j)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	return e.Encode(&out)
}
