package orders

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/lockflow"
)

// An Unseen is a call under a lock that could not be resolved, and may take
// another.
type Unseen struct {
	Held      string         // the class of the lock that is held
	HeldAt    lockgraph.Site // where it was acquired
	Under     lockgraph.Site // the call under it that leads to the one at Call, or that is the same
	Call      lockgraph.Site
	Name      string         // what is called there, such as io.Writer.Write
	Candidate string         // a function that it may be
	Takes     string         // the class of the lock that the candidate takes
	TakesAt   lockgraph.Site // where
}

// A callIndex finds unresolved calls.
type callIndex struct {
	*lockflow.CallGraph // of the whole program
	under               []lockflow.CallUnder
	callers             map[string][]string // by function, through static calls
	asks                map[string]*askers  // by the classes taken
}

// Askers are the functions that lead to an unresolved call which may take one of
// some classes, and the functions that do take them.
type askers struct {
	takers map[string]taking
	askers map[string]asking
}

// A taking is a lock that a function takes.
type taking struct {
	class string
	site  lockgraph.Site
}

// An asking is an unresolved call that a function leads to.
type asking struct {
	call      lockflow.DynamicCall
	candidate string
	takes     taking
}

// unseen returns the first unresolved call under a lock of the classes held that
// may take one of the classes taken.
func (x *callIndex) unseen(held, taken map[string]bool) *Unseen {
	asks := x.askers(taken)
	if len(asks.takers) == 0 {
		return nil
	}
	for i := range x.under {
		u := &x.under[i]
		h := slices.IndexFunc(u.Held, func(h lockflow.HeldAt) bool { return held[h.Class] && !h.Weak })
		if h < 0 {
			continue
		}
		a, ok := asks.askers[u.Callee]
		if u.Dynamic != nil {
			a, ok = x.asking(*u.Dynamic, asks.takers)
		}
		if ok {
			return &Unseen{
				Held: u.Held[h].Class, HeldAt: u.Held[h].Site, Under: u.Site, Call: a.call.Site, Name: a.call.Name,
				Candidate: a.candidate, Takes: a.takes.class, TakesAt: a.takes.site,
			}
		}
	}
	return nil
}

func newCallIndex(parts []*Part) *callIndex {
	x := &callIndex{CallGraph: lockflow.NewCallGraph(), callers: make(map[string][]string), asks: make(map[string]*askers)}
	for _, part := range parts {
		if part.known != nil {
			x.Merge(part.known.Calls)
			x.under = append(x.under, part.known.Under...)
		}
	}
	for _, caller := range slices.Sorted(maps.Keys(x.Static)) {
		for _, callee := range x.Static[caller] {
			x.callers[callee] = append(x.callers[callee], caller)
		}
	}
	slices.SortStableFunc(x.under, func(a, b lockflow.CallUnder) int {
		return cmp.Or(a.Site.Compare(b.Site), strings.Compare(a.Callee, b.Callee))
	})
	return x
}

// askers returns those for the classes taken.
func (x *callIndex) askers(taken map[string]bool) *askers {
	key := strings.Join(slices.Sorted(maps.Keys(taken)), "\n")
	if a, ok := x.asks[key]; ok {
		return a
	}
	a := &askers{takers: x.takers(taken), askers: make(map[string]asking)}
	x.asks[key] = a
	if len(a.takers) == 0 {
		return a
	}
	for fn, calls := range x.Dynamic {
		for _, d := range calls {
			if found, ok := x.asking(d, a.takers); ok {
				a.askers[fn] = found
				break
			}
		}
	}
	spread(a.askers, x.callers)
	return a
}

// takers returns the functions that take a lock of the classes, by themselves or by
// static calls.
func (x *callIndex) takers(classes map[string]bool) map[string]taking {
	takers := make(map[string]taking)
	for fn, effects := range x.Effects {
		for _, a := range effects {
			if classes[a.Class] {
				takers[fn] = taking{a.Class, a.Site}
				break
			}
		}
	}
	spread(takers, x.callers)
	return takers
}

func (x *callIndex) asking(d lockflow.DynamicCall, takers map[string]taking) (asking, bool) {
	for _, fn := range d.Candidates(x.CallGraph) {
		if t, ok := takers[fn]; ok {
			return asking{d, fn, t}, true
		}
	}
	return asking{}, false
}

// spread gives to the callers of a function, theirs and so on what is known of it.
func spread[T any](known map[string]T, callers map[string][]string) {
	todo := slices.Sorted(maps.Keys(known))
	for len(todo) > 0 {
		fn := todo[0]
		todo = todo[1:]
		for _, caller := range callers[fn] {
			if _, ok := known[caller]; !ok {
				known[caller] = known[fn]
				todo = append(todo, caller)
			}
		}
	}
}
