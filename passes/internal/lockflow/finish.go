package lockflow

import (
	"slices"

	"github.com/lockvet/lockvet/lockgraph"
)

// finish completes the summary from the states at the exits.
func (f *flow) finish(results []result) {
	seen := make(map[string]*exit)
	for _, r := range results {
		x := &exit{panics: r.ret == nil, guards: f.stateGuards(r.state)}
		for _, h := range r.state.held {
			if h.entry || h.callback != nil {
				continue
			}
			x.held = append(x.held, netHeld{path: h.path, mode: h.mode, how: h.how, site: h.site, calls: h.via})
		}
		x.released = r.state.released
		k := x.key()
		if old := seen[k]; old != nil {
			old.join(r.values, x.guards)
			continue
		}
		x.results = slices.Clone(r.values)
		seen[k] = x
		f.sum.exits = append(f.sum.exits, x)
	}
	lock := declared(f.root.fn)
	if ofLock(f.root.fn) {
		f.ownLocks(f.sum.exits)
	}
	f.sum.exits = certainExits(f.sum.exits, lock != nil && f.root.fn.Parent() == nil && lockLike(lock).kind == primLock)
	if len(f.sum.exits) > maxExits {
		f.widened = true
		f.sum.exits = []*exit{joinExits(f.sum.exits)}
	}
	for _, o := range f.sum.ops {
		if o.target == nil && (o.how == lockgraph.Try || o.how == lockgraph.Spin) {
			o.cond = f.outcomeOf(o)
		}
	}
}

func (x *exit) join(values []outcome, guards []guard) {
	for i := range x.results {
		if i >= len(values) || x.results[i] != values[i] {
			x.results[i] = unknown
		}
	}
	x.guards = slices.DeleteFunc(x.guards, func(g guard) bool { return !slices.Contains(guards, g) })
}

// outcomeOf returns the result that tells a caller whether the trylock o took
// its lock, nil if none does.
func (f *flow) outcomeOf(o *op) *cond {
	got := func(x *exit) bool {
		return slices.ContainsFunc(x.held, func(h netHeld) bool { return h.site == o.site })
	}
	for i := range f.root.fn.Signature.Results().Len() {
		want := unknown
		ok := true
		for _, x := range f.sum.exits {
			if x.panics || i >= len(x.results) {
				continue
			}
			r := x.results[i]
			if !got(x) {
				r = r.not()
			}
			if r == unknown || want != unknown && r != want {
				ok = false
				break
			}
			want = r
		}
		if ok && want != unknown {
			return &cond{i, want}
		}
	}
	return nil
}
