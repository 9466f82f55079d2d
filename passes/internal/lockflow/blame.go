package lockflow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
)

// releasedApart reports whether p is a variable of a function that is released
// by another part of it than fn: two goroutines may pass it to each other.
func (e *engine) releasedApart(fn *ssa.Function, p *path) bool {
	r := p.root()
	if r.kind != rootAlloc {
		return false
	}
	for g, s := range e.sums {
		if g == fn || outermost(g) != outermost(fn) {
			continue
		}
		for _, x := range s.exits {
			if slices.ContainsFunc(x.released, func(r relRef) bool { return r.path == p }) && !e.inPlace[g] {
				return true
			}
		}
		if o := e.observed[g]; o != nil {
			for k, u := range o.releases {
				if k.path == p && u.unheld {
					return true
				}
			}
		}
	}
	return false
}

// acquiredApart reports whether a closure of the function around fn, which
// runs by itself, or a goroutine that fn starts may leave the lock at p held:
// whoever waits for it has the lock then.
func (e *engine) acquiredApart(fn *ssa.Function, p *path) bool {
	for g, o := range e.observed {
		if g == fn || g.Parent() == nil || e.inPlace[g] || outermost(g) != outermost(fn) {
			continue
		}
		if o.mayEndWith(p) {
			return true
		}
	}
	return slices.ContainsFunc(e.observed[fn].fetched, func(g fetched) bool { return g.path == p })
}

// A fetched is a lock with which a goroutine may return to the function that
// started it: path there, inner in the goroutine.
type fetched struct {
	by          *ssa.Function
	inner, path *path
}

// fetchedFor reports whether fn returns with the lock at p for a function that
// starts it as a goroutine, and releases the lock.
func (e *engine) fetchedFor(fn *ssa.Function, p *path) bool {
	for _, o := range e.observed {
		for _, g := range o.fetched {
			if g.by == fn && g.inner == p && o.releasesUnheld(g.path) {
				return true
			}
		}
	}
	return false
}

// releasesUnheld reports whether a function releases the lock at p where it does
// not hold it.
func (o *observed) releasesUnheld(p *path) bool {
	for k, u := range o.releases {
		if k.path == p && u.unheld {
			return true
		}
	}
	return slices.ContainsFunc(o.unheld, func(u rawUnheld) bool { return u.path == p })
}

// mayEndWith reports whether a function may return with the lock at p held. A
// goroutine that tells by a channel how its attempt ended does.
func (o *observed) mayEndWith(p *path) bool {
	return slices.ContainsFunc(o.ends, func(x rawEnd) bool { return slices.Contains(x.held, p) })
}

func outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// faulty reports whether a release is a fault of the function that it is in. A
// function whose arguments say whether the lock is held may release its
// caller's; if the caller then does so again, the function is to blame.
func (e *engine) faulty(u *rawUnheld, fn *ssa.Function) bool {
	blames := func(o *observed) bool {
		return o != nil && slices.ContainsFunc(o.unheld, func(v rawUnheld) bool { return v.kind == UnheldPath && v.guarded })
	}
	if u.kind != UnheldMode && e.acquiredApart(fn, u.path) {
		return false
	}
	switch {
	case u.by != nil && u.kind != UnheldPath:
		return !blames(e.observed[u.by])
	case u.kind == UnheldPath && u.guarded:
		for _, o := range e.observed {
			if slices.ContainsFunc(o.unheld, func(v rawUnheld) bool { return v.by == fn }) {
				return true
			}
		}
		return false
	}
	return true
}

// firstOf leaves of the releases that follow one and the same release the
// first in the source.
func firstOf(list []Unheld) []Unheld {
	first := make(map[lockgraph.Site]token.Pos)
	for _, u := range list {
		if p, ok := first[u.Other]; u.Kind == UnheldTwice && (!ok || u.Pos < p) {
			first[u.Other] = u.Pos
		}
	}
	return slices.DeleteFunc(list, func(u Unheld) bool { return u.Kind == UnheldTwice && u.Pos != first[u.Other] })
}
