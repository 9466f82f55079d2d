package orders

import (
	"cmp"
	"maps"
	"slices"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/lockflow"
)

// A Safety is the verdict on a trylock, worst last.
type Safety string

const (
	Safe    Safety = "safe"    // may spin
	Unknown Safety = "unknown" // see Trylock.Unseen and Note
	Unsafe  Safety = "unsafe"  // see Trylock.Cycle
)

func (s Safety) rank() int { return slices.Index([]Safety{Safe, Unknown, Unsafe}, s) }

// A Trylock is a place where a lock of a class is tried.
type Trylock struct {
	Site   lockgraph.Site
	Method string // such as TryLock
	Class  string // of the lock that is tried
	Mode   lockgraph.Mode
	Kind   lockgraph.Kind // what happens when it fails, at worst
	Held   []Held         // the locks held there, also by callers

	Safety Safety
	Note   string           // why, where neither a cycle nor a call says it
	Cycle  *lockgraph.Cycle // what would be if it spun
	Unseen *Unseen

	edges []lockgraph.Edge
}

// A Held is a lock that is held at a place.
type Held struct {
	Class string
	Site  lockgraph.Site
}

// Waits reports whether the trylock is in effect a wait already: it spins, is
// polled, or is retried at once.
func (t *Trylock) Waits() bool { return t.Kind != lockgraph.Try }

// Audit judges every trylock of the packages that in names, in the order of their
// places. What may spin is judged twice: first against all code that waits, then
// against the other trylocks that would be safe, since all of those may be made to
// spin at once.
func (p *Program) Audit(in func(pkg string) bool) []Trylock {
	all := p.Graph.WithOrders()
	a := &audit{Program: p, waiting: lockgraph.New(), edges: make(map[place][]lockgraph.Edge)}
	for _, c := range all.Classes() {
		a.waiting.AddClass(c)
	}
	for _, e := range all.Edges() {
		if e.Kind != lockgraph.Wait {
			a.edges[placeOf(e.Site)] = append(a.edges[placeOf(e.Site)], e)
		}
		if e.Kind != lockgraph.Try && e.Kind != lockgraph.Retry {
			a.waiting.AddEdge(e)
		}
	}
	var out []Trylock
	for _, t := range p.tries {
		if in(t.Site.Pkg) {
			out = append(out, a.trylocks(t)...)
		}
	}
	slices.SortFunc(out, func(a, b Trylock) int {
		return cmp.Or(a.Site.Compare(b.Site), cmp.Compare(a.Class, b.Class))
	})
	out = slices.CompactFunc(out, func(a, b Trylock) bool { return a.Site == b.Site && a.Class == b.Class })
	a.together(out)
	return out
}

// An audit is one run of Audit.
type audit struct {
	*Program
	waiting *lockgraph.Graph           // the edges that wait, or spin already
	edges   map[place][]lockgraph.Edge // those of trylocks
}

// trylocks judges what is tried at one place: locks of several classes if the
// place is in a function that is given the lock.
func (a *audit) trylocks(t lockflow.TrySite) []Trylock {
	by := make(map[string][]lockgraph.Edge)
	for _, e := range a.edges[placeOf(t.Site)] {
		if t.Weak || e.To == t.Class {
			by[e.To] = append(by[e.To], e)
		}
	}
	if len(by) == 0 {
		return []Trylock{a.alone(t)}
	}
	var out []Trylock
	for _, class := range slices.Sorted(maps.Keys(by)) {
		out = append(out, a.judged(t, class, by[class]))
	}
	return out
}

// together judges the trylocks that are safe by themselves as if all of them spun.
func (a *audit) together(list []Trylock) {
	spinning := lockgraph.New()
	spinning.Merge(a.waiting)
	for i := range list {
		for _, e := range list[i].edges {
			if list[i].Safety == Safe {
				spinning.AddEdge(spun(e))
			}
		}
	}
	for i := range list {
		t := &list[i]
		for _, e := range t.edges {
			if t.Safety != Safe {
				break
			}
			if c, ok := spinning.Through(spun(e), lockgraph.Options{}); ok && a.judge.Counts(&c) {
				t.Safety, t.Note, t.Cycle = Unsafe, "", &c
			}
		}
	}
}

// spun is the edge of a trylock as it would be if that spun.
func spun(e lockgraph.Edge) lockgraph.Edge {
	if e.Kind != lockgraph.Poll {
		e.Retries = e.Kind == lockgraph.Retry || e.Retries
		e.Kind = lockgraph.Spin
	}
	return e
}

type place struct {
	pkg, file string
	line      int
}

func placeOf(s lockgraph.Site) place { return place{s.Pkg, s.File, s.Line} }

// alone judges a trylock that makes no order.
func (a *audit) alone(t lockflow.TrySite) Trylock {
	out := Trylock{Site: t.Site, Method: t.Method, Class: t.Class, Mode: t.Mode, Kind: t.Kind, Safety: Safe, Note: "no other lock is held"}
	if len(t.Held) == 0 {
		return out
	}
	for _, h := range t.Held {
		out.Held = append(out.Held, Held{h.Class, h.Site})
	}
	out.Held = slices.Compact(out.Held)
	weak := slices.ContainsFunc(t.Held, func(h lockflow.HeldAt) bool { return h.Weak })
	switch reason, ok := a.leftOutAt(t.Site); {
	case ok && reason == lockflow.Unpublished:
		out.Note = "the object is not shared yet"
	case ok && reason == lockflow.Ignored:
		out.Note = "the order is accepted by a directive"
	case t.Weak || weak:
		out.Safety, out.Note = Unknown, "which locks they are is known only to callers out of sight"
	default:
		out.Note = "it is one of the locks held, or in an order with them that the code sets up"
	}
	return out
}

func (p *Program) leftOutAt(s lockgraph.Site) (lockflow.Reason, bool) {
	i := slices.IndexFunc(p.left, func(l lockflow.LeftOut) bool {
		return placeOf(l.Site) == placeOf(s) && l.Reason != lockflow.Unnamed
	})
	if i < 0 {
		return "", false
	}
	return p.left[i].Reason, true
}

// judged judges a trylock of a class by its edges from the locks held.
func (a *audit) judged(t lockflow.TrySite, class string, edges []lockgraph.Edge) Trylock {
	out := Trylock{Site: t.Site, Method: t.Method, Class: class, Mode: t.Mode, Kind: t.Kind, Safety: Safe, Note: clear, edges: edges}
	for i := range edges {
		e := &edges[i]
		if h := (Held{e.From, e.Held}); !slices.Contains(out.Held, h) {
			out.Held = append(out.Held, h)
		}
		if out.Kind == lockgraph.Try || e.Kind == lockgraph.Poll {
			out.Kind = e.Kind
		}
		v := a.verdict(e)
		if v.Safety.rank() > out.Safety.rank() || v.Safety == out.Safety && (worse(v.Cycle, out.Cycle) || out.Note == clear) {
			out.Safety, out.Note, out.Cycle, out.Unseen = v.Safety, v.Note, v.Cycle, v.Unseen
		}
	}
	return out
}

// clear is the note on a trylock against which nothing is said.
const clear = "no order leads back"

func worse(a, b *lockgraph.Cycle) bool { return a != nil && b != nil && a.Verdict < b.Verdict }

// verdict judges the edge of a trylock.
func (a *audit) verdict(e *lockgraph.Edge) Trylock {
	ahead, behind := a.waiting.Reach(e.To, false), a.waiting.Reach(e.From, true)
	c, found := a.waiting.Through(spun(*e), lockgraph.Options{})
	switch {
	case found && a.judge.Counts(&c):
		return Trylock{Safety: Unsafe, Cycle: &c}
	case e.From == e.To:
		return Trylock{Safety: Safe, Note: "the two locks of one class are in an order that the code sets up, or not known to be related"}
	}
	if u := a.calls.unseen(ahead, behind); u != nil {
		return Trylock{Safety: Unknown, Unseen: u}
	}
	switch {
	case found:
		return Trylock{Safety: Safe, Note: "what leads back rests on calls of different objects, which do not meet"}
	case ahead[e.From] && a.adaptive(e):
		return Trylock{Safety: Safe, Note: "an order leads back, through adaptive mutexes only: a spinner sees that the owner waits"}
	case ahead[e.From]:
		return Trylock{Safety: Safe, Note: "an order leads back, but a lock that both sides hold, or that both only read, keeps them apart"}
	}
	return Trylock{Safety: Safe, Note: clear}
}

func (p *Program) adaptive(e *lockgraph.Edge) bool {
	from, _ := p.Graph.Class(e.From)
	to, _ := p.Graph.Class(e.To)
	return from.Adaptive && to.Adaptive
}
