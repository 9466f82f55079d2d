package lockflow

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/lockvet/lockvet/lockgraph"
)

// events names what was observed in the package's functions, in source order.
func (e *engine) events(r *Result) {
	for _, fn := range slices.SortedFunc(maps.Keys(e.observed), compareFuncs) {
		o := e.observed[fn]
		e.callbacks(fn, o)
		for i := range o.again {
			if e.releasedApart(fn, o.again[i].path) {
				continue
			}
			r.place(o.again[i].site)
			r.place(o.again[i].lock.site)
			r.Again = append(r.Again, e.namedAgain(&o.again[i]))
		}
		for i := range o.unheld {
			if !e.faulty(&o.unheld[i], fn) {
				continue
			}
			r.place(o.unheld[i].other)
			r.Unheld = append(r.Unheld, e.namedUnheld(&o.unheld[i]))
		}
	}
	r.Held = e.heldAtEnds(r)
	r.Tries = e.namedTries(r)
	r.Waits = once(e.stuck(r), func(a, b *HoldWait) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), strings.Compare(a.Lock, b.Lock), cmp.Compare(len(a.Calls), len(b.Calls)), a.Site.Compare(b.Site))
	}, func(a, b *HoldWait) bool { return a.Pos == b.Pos && a.Lock == b.Lock })
	r.Again = once(r.Again, func(a, b *Again) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), strings.Compare(a.Lock, b.Lock), cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.HeldMode+a.Mode, b.HeldMode+b.Mode), cmp.Compare(len(a.Calls), len(b.Calls)), a.Site.Compare(b.Site), a.Held.Compare(b.Held))
	}, func(a, b *Again) bool {
		return a.Pos == b.Pos && a.Lock == b.Lock && (a.Kind == lockgraph.Try) == (b.Kind == lockgraph.Try)
	})
	r.Unheld = firstOf(r.Unheld)
	r.Unheld = once(r.Unheld, func(a, b *Unheld) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), strings.Compare(a.Lock, b.Lock), -cmp.Compare(a.Kind, b.Kind), a.Other.Compare(b.Other))
	}, func(a, b *Unheld) bool { return a.Pos == b.Pos && a.Lock == b.Lock })
	r.Held = once(r.Held, func(a, b *Held) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), strings.Compare(a.Lock, b.Lock), cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(len(a.Calls), len(b.Calls)), a.Site.Compare(b.Site))
	}, func(a, b *Held) bool { return a.Pos == b.Pos && a.Lock == b.Lock && a.Func == b.Func })
}

// once sorts events and leaves one of those that are the same.
func once[T any](events []T, order func(a, b *T) int, same func(a, b *T) bool) []T {
	slices.SortStableFunc(events, func(a, b T) int { return order(&a, &b) })
	return slices.CompactFunc(events, func(a, b T) bool { return same(&a, &b) })
}

// lockName names a lock for people: its class, or where that is unknown the
// way that leads to it.
func (e *engine) lockName(p *path) string {
	if c := e.class(p); !c.weak {
		return c.name
	}
	r := p.root()
	name := strings.TrimPrefix(p.suffix(r), ".")
	owner := r.owner
	if owner == "" && name != "" {
		return name
	}
	if name != "" {
		owner += "." + name
	}
	return cmp.Or(owner, "lock")
}

func sitesOf(list []site) []lockgraph.Site {
	var out []lockgraph.Site
	for _, s := range list {
		out = append(out, s.Site)
	}
	return out
}

func (e *engine) namedAgain(raw *rawAgain) Again {
	a := Again{
		Pos: raw.at.pos, Lock: e.lockName(raw.path), HeldMode: raw.lock.mode, Mode: raw.mode, Kind: raw.how, Once: raw.once,
		Held: raw.lock.site.Site, Site: raw.site.Site, HeldCalls: sitesOf(raw.lock.via), Calls: sitesOf(raw.calls), ByClass: raw.byClass, Test: isTestFile(raw.at.File),
	}
	if raw.lock.mode == lockgraph.Shared && raw.mode == lockgraph.Shared {
		a.Writers = e.writersOf(e.class(raw.path), raw)
	}
	return a
}

// writersOf returns the blocking writers of a class that can come between the
// two acquisitions of raw.
func (e *engine) writersOf(c class, raw *rawAgain) []lockgraph.Site {
	if c.weak {
		return nil
	}
	var under []string
	for _, u := range raw.under {
		under = append(under, e.class(u).name)
	}
	test := isTestFile(raw.at.File)
	var out []lockgraph.Site
	add := func(w lockgraph.Writer) {
		kept := slices.ContainsFunc(w.Under, func(u string) bool { return slices.Contains(under, u) })
		if !kept && (test || !isTestFile(w.Site.File)) && !slices.Contains(out, w.Site) {
			out = append(out, w.Site)
		}
	}
	for _, w := range e.writers {
		if e.class(w.path).name == c.name {
			add(e.namedWriter(w))
		}
	}
	for _, name := range e.imported.names {
		if strings.HasPrefix(c.name, name+".") {
			for _, cl := range e.imported.graph(e.imported.sections[name]).classes {
				if cl.Name == c.name {
					for _, w := range cl.Writers {
						add(w)
					}
				}
			}
		}
	}
	slices.SortFunc(out, lockgraph.Site.Compare)
	return out
}

func (e *engine) namedWriter(w rawWriter) lockgraph.Writer {
	lw := lockgraph.Writer{Site: w.site.Site}
	for _, u := range w.under {
		lw.Under = append(lw.Under, e.class(u).name)
	}
	slices.Sort(lw.Under)
	return lw
}

func isTestFile(name string) bool { return strings.HasSuffix(name, "_test.go") }

func (e *engine) namedUnheld(raw *rawUnheld) Unheld {
	return Unheld{Sometimes: raw.sometimes, Kind: raw.kind, Pos: raw.at.pos, Lock: e.lockName(raw.path), Mode: raw.mode, Site: raw.at.Site, Other: raw.other.Site}
}

// namedTries names the attempts whose failure is not heeded; of one attempt
// the first that applies is told.
func (e *engine) namedTries(r *Result) []Try {
	released := make(map[site]bool)
	var raw []rawTry
	for _, fn := range slices.SortedFunc(maps.Keys(e.observed), compareFuncs) {
		for _, t := range e.observed[fn].tries {
			released[t.at] = released[t.at] || t.kind == TryReleased
			raw = append(raw, t)
		}
	}
	var out []Try
	for _, t := range raw {
		r.place(t.other)
		out = append(out, Try{t.kind, t.at.pos, e.lockName(t.path), t.at.Site, t.other.Site, released[t.at]})
	}
	return once(out, func(a, b *Try) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Kind, b.Kind), a.Other.Compare(b.Other))
	}, func(a, b *Try) bool { return a.Pos == b.Pos })
}
