package lockflow

import (
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
)

// heldAtEnds names the locks that are held where functions end.
func (e *engine) heldAtEnds(r *Result) []Held {
	var out []Held
	for _, fn := range slices.SortedFunc(maps.Keys(e.observed), compareFuncs) {
		o := e.observed[fn]
		for i := range o.exits {
			r.place(o.exits[i].lock.site)
			out = append(out, e.namedHeld(fn, o, &o.exits[i]))
		}
	}
	for _, fn := range slices.SortedFunc(maps.Keys(e.handed), compareFuncs) {
		out = append(out, e.keptByGoroutine(fn)...)
	}
	return out
}

func (e *engine) namedHeld(fn *ssa.Function, o *observed, x *rawExit) Held {
	h, sur := x.lock, e.surroundings()
	c := e.class(h.path)
	obj := declared(fn)
	last, elsewhere := o.released[h.site]
	leads := func(y rawExit) bool { return y.lock.site == h.site && y.out }
	k := Held{
		Kind: x.kind, Pos: x.at, Lock: e.lockName(h.path), Mode: h.mode, Site: h.site.Site, Calls: sitesOf(h.via),
		Acquired: h.here().pos, Func: funcName(fn), Out: x.out, HandsOut: slices.ContainsFunc(o.exits, leads), Closure: fn.Parent() != nil,
		Elsewhere: elsewhere, Later: last > x.at,
		Exported: obj != nil && fn.Parent() == nil && obj.Exported() && e.reachable(obj),
		Callers:  sur.called[fn], Handled: e.handled[h.site] > len(h.via) || e.fetchedFor(fn, h.path), Partner: sur.partners[c.name] || len(h.via) == 0 && sur.releasers[c.name],
		Private: e.private(c.name), Home: e.homeKindOf(h.path) != 0, Tried: h.how == lockgraph.Try, Flag: e.homeKindOf(h.path) == homeFlag, Test: e.inTest(fn), Recovered: sur.recovered[fn],
		Ends: isInit(fn) || fn.Parent() == nil && fn.Name() == "main" && e.pkg.Name() == "main",
	}
	at := h.here()
	k.Inverted = slices.ContainsFunc(o.tries, func(t rawTry) bool { return t.at == at && (t.kind == TryReleased || t.kind == TryIgnored) })
	if r := h.path.root(); k.Home && (r.kind == rootAlloc || r.kind == rootValue) && channelOf(h.path) == r && x.kind == ExitReturn {
		k.Out = true // of no use to anyone once the function has ended
	}
	if h.path.root().kind == rootAlloc && directPart(h.path) && x.kind != ExitLoop {
		k.Out = k.Out || e.returnsFresh(fn, h.path.root().val)
	}
	if x.kind == ExitReturn {
		k.Told = o.told(h, ofLock(fn))
		k.TellsCaller = k.Told == ToldSuccess && (ofLock(fn) || o.returned(h))
		k.Failure = o.failure(x.values)
	}
	return k
}

// told says how a caller can tell the ends at which h is held from those at which
// it is not; where the same lock was acquired elsewhere, it is. A method of a
// lock has but one, by whatever name.
func (o *observed) told(h *heldLock, ofLock bool) Told {
	n := 0
	for _, x := range o.results {
		n = max(n, len(x.values))
	}
	for i := range n {
		held, other, ok := unknown, unknown, true
		note := func(have *outcome, got outcome) {
			if got == unknown || *have != unknown && *have != got {
				ok = false
			}
			*have = got
		}
		for _, x := range o.results {
			switch {
			case i >= len(x.values):
				ok = false
			case slices.ContainsFunc(x.held, func(g *heldLock) bool { return g.site == h.site }):
				note(&held, x.values[i])
			case !slices.ContainsFunc(x.held, func(g *heldLock) bool { return ofLock || g.path == h.path }):
				note(&other, x.values[i])
			}
		}
		if ok && held != unknown && other == held.not() {
			if (held == isTrue) != o.pointers[i] {
				return ToldSuccess
			}
			return ToldFailure
		}
	}
	return ToldNothing
}

// returned reports whether the function returns the result of the attempt that
// acquired h.
func (o *observed) returned(h *heldLock) bool {
	a := o.tried[h.here()]
	return a != nil && a.result != nil && reachesReturn(a.result, 0)
}

func reachesReturn(v ssa.Value, depth int) bool {
	return depth < 4 && slices.ContainsFunc(*v.Referrers(), func(i ssa.Instruction) bool {
		switch i := i.(type) {
		case *ssa.Return:
			return true
		case *ssa.Phi:
			return reachesReturn(i, depth+1)
		}
		return false
	})
}

// failure reports whether results say that a function failed.
func (o *observed) failure(values []outcome) bool {
	for i, v := range values {
		if v == isFalse && !o.pointers[i] {
			return true
		}
	}
	return false
}

// asksCaptured reports whether a closure, or one in it, branches on a variable of
// the function around it: that may say whether there is a lock to release.
func asksCaptured(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cond := br.Cond
		if cmp, ok := cond.(*ssa.BinOp); ok {
			cond = cmp.X
		}
		if load, ok := cond.(*ssa.UnOp); ok && load.Op == token.MUL {
			if _, ok := load.X.(*ssa.FreeVar); ok {
				return true
			}
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, asksCaptured)
}

// keptByGoroutine returns the ends at which a goroutine keeps a lock that it
// was given and releases elsewhere.
func (e *engine) keptByGoroutine(fn *ssa.Function) []Held {
	o := e.observed[fn]
	if o == nil || asksCaptured(fn) {
		return nil
	}
	var out []Held
	for _, g := range e.handed[fn] {
		gives := func(x rawEnd) bool {
			return slices.ContainsFunc(x.released, func(r relRef) bool { return r.path == g.path })
		}
		if !slices.ContainsFunc(o.ends, gives) {
			continue
		}
		for _, x := range o.ends {
			if !x.doubt && !gives(x) {
				out = append(out, Held{Kind: ExitGoroutine, Pos: x.at, Lock: e.lockName(g.lock.path), Mode: g.lock.mode,
					Site: g.lock.site.Site, Acquired: x.at, Func: funcName(fn), Elsewhere: true, Later: true, Closure: true, Test: e.inTest(fn)})
			}
		}
	}
	return out
}
