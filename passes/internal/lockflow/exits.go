package lockflow

import "slices"

// certainExits leaves in each exit only what a caller can be sure of. Where two
// exits look the same to a caller, a lock that only one of them holds may or
// may not be held, and is not followed; one that only one of them releases is
// taken to be released.
//
// The methods of a type that has those of a lock are for that: what one of them
// holds on some paths, such as with a switch to turn the lock off, it holds.
func certainExits(exits []*exit, lock bool) []*exit {
	if lock {
		exits = holding(exits)
	}
	type change struct {
		held     []netHeld
		released []relRef
	}
	changes := make([]change, len(exits))
	for i, x := range exits {
		held, released := slices.Clone(x.held), slices.Clone(x.released)
		for _, y := range exits {
			if x == y || x.panics || y.panics || distinct(x, y) {
				continue
			}
			held = slices.DeleteFunc(held, func(h netHeld) bool {
				return !slices.ContainsFunc(y.held, func(g netHeld) bool { return g.path == h.path && g.mode == h.mode })
			})
			released = mayRelease(released, y.released)
		}
		x.unsure = x.unsure || len(held) < len(x.held)
		changes[i] = change{held, released}
	}
	seen := make(map[string]*exit)
	var out []*exit
	for i, x := range exits {
		x.held, x.released = changes[i].held, changes[i].released
		k := x.key()
		if old := seen[k]; old != nil {
			old.join(x.results, x.guards)
			continue
		}
		seen[k] = x
		out = append(out, x)
	}
	return out
}

// holding returns the exits with a lock held, if some have one and some do not.
func holding(exits []*exit) []*exit {
	some := slices.DeleteFunc(slices.Clone(exits), func(x *exit) bool { return !x.panics && len(x.held) == 0 })
	if len(some) == len(exits) || !slices.ContainsFunc(some, func(x *exit) bool { return !x.panics }) {
		return exits
	}
	for _, x := range some {
		x.unsure = true
	}
	return some
}

// mayRelease adds to a what only b releases, and marks what only a does.
func mayRelease(a, b []relRef) []relRef {
	same := func(r relRef) func(relRef) bool {
		return func(q relRef) bool { return q.path == r.path && q.mode == r.mode }
	}
	for i, r := range a {
		a[i].maybe = r.maybe || !slices.ContainsFunc(b, same(r))
	}
	for _, r := range b {
		if !slices.ContainsFunc(a, same(r)) {
			r.maybe = true
			a = append(a, r)
		}
	}
	return a
}

// distinct reports whether a caller can tell x from y, by a result or by a
// parameter that it passes.
func distinct(x, y *exit) bool {
	for i := range min(len(x.results), len(y.results)) {
		if x.results[i] != unknown && y.results[i] == x.results[i].not() {
			return true
		}
	}
	return slices.ContainsFunc(x.guards, func(g guard) bool { return slices.Contains(y.guards, guard{g.param, !g.value, g.equal}) })
}

// joinExits claims only what all exits do.
func joinExits(exits []*exit) *exit {
	j := &exit{held: slices.Clone(exits[0].held), released: slices.Clone(exits[0].released)}
	for _, x := range exits[1:] {
		j.unsure = j.unsure || x.unsure || len(x.held) != len(j.held)
		j.held = slices.DeleteFunc(j.held, func(h netHeld) bool {
			return !slices.ContainsFunc(x.held, func(g netHeld) bool { return g.path == h.path && g.mode == h.mode })
		})
		j.released = slices.DeleteFunc(j.released, func(r relRef) bool { return !slices.Contains(x.released, r) })
	}
	return j
}
