package lockflow

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
)

// A call that is resolved only once the whole package is known, through an
// interface or a function value, may come back to the object whose lock is
// held. That it is the same object shows in one of two ways: the object goes
// along as an argument, or holds the function; or the callee gets to its lock
// through a pointer back to where it hangs itself (backlink.go).

// A rawCallback is such a call with a lock held.
type rawCallback struct {
	lock   *heldLock
	target *target
	site   site
	calls  []site // that lead from at to site
	at     site
	under  []*path
}

// maxCallbackDepth bounds the dynamic calls that are followed one into the
// other.
const maxCallbackDepth = 3

// noteCallback notes that o, a dynamic call, happens with h held.
func (f *flow) noteCallback(fr *frame, instr ssa.Instruction, s *state, h *heldLock, o *op, calls []site) {
	if s.doubt || o.doubt || h.entry || o.target.key == "" || o.target.recv == nil {
		return
	}
	c := chain(fr, h, append(slices.Clip(calls), o.site), o.prefix)
	cb := rawCallback{lock: h, target: o.target, site: o.site, calls: c[:len(c)-1], at: f.siteAt(fr, instr)}
	for _, g := range s.held {
		if g != h && g.mode == lockgraph.Exclusive {
			cb.under = append(cb.under, g.path)
		}
	}
	f.seen.callbacks = append(f.seen.callbacks, cb)
}

// callbacks resolves the callbacks of fn that acquire the lock that is held.
func (e *engine) callbacks(fn *ssa.Function, o *observed) {
	for _, cb := range o.callbacks {
		if cb.target.key != "" && cb.target.key[0] != 'I' && slices.ContainsFunc(e.storedAt[cb.target.key], func(st storedFunc) bool { return st.ref.fn == fn }) {
			continue // it calls what was there before itself
		}
		for _, got := range e.reached(fn, cb.target, cb.target.recv, cb.lock, maxCallbackDepth, false) {
			o.again = append(o.again, rawAgain{
				lock: cb.lock, path: cb.lock.path, mode: got.mode, how: got.how, site: got.site, at: cb.at,
				calls: append(append(slices.Clip(cb.calls), cb.site), got.calls...), under: cb.under, byClass: got.byClass,
			})
		}
	}
}

// A reachedLock is an acquisition of a lock that is held.
type reachedLock struct {
	mode    lockgraph.Mode
	how     lockgraph.Kind
	site    site
	calls   []site
	byClass bool
}

// reached returns the acquisitions of h that a dynamic call of fn leads to;
// base is where fn found what it calls. The call is guessed if an interface was
// resolved by type on the way to it.
func (e *engine) reached(fn *ssa.Function, t *target, base *path, h *heldLock, depth int, guessed bool) []reachedLock {
	if depth == 0 || t.recv == nil || t.key == "" {
		return nil
	}
	var out []reachedLock
	for _, c := range e.behindTarget(fn, t, guessed) {
		for _, o := range c.sum.ops {
			if o.retake || o.doubt || len(o.guards) > 0 || slices.ContainsFunc(o.dropped, func(d *path) bool { return e.class(d).name == e.class(h.path).name }) {
				continue
			}
			if o.target != nil {
				inner := e.rebaseTarget(o.target, c.name)
				for _, r := range e.reached(fn, inner, base, h, depth-1, guessed || t.key[0] == 'I') {
					r.calls = append(append(slices.Clip(o.calls), o.site), r.calls...)
					out = append(out, r)
				}
				continue
			}
			if o.how != lockgraph.Wait && o.how != lockgraph.Poll {
				continue
			}
			p := c.name(cmp.Or(o.local, o.path))
			same := h.is(p) && p.certain()
			if same || e.class(p).name == e.class(h.path).name && e.comesBack(fn, p, base) {
				out = append(out, reachedLock{o.mode, o.how, o.site, o.calls, !same})
			}
		}
	}
	return out
}

// rebaseTarget returns t with its paths renamed.
func (e *engine) rebaseTarget(t *target, name func(*path) *path) *target {
	n := *t
	if n.recv != nil {
		n.recv = name(n.recv)
	}
	n.args = nil
	for _, a := range t.args {
		n.args = append(n.args, name(a))
	}
	return &n
}

// A candidate is a function behind a dynamic call, bound to it.
type candidate struct {
	sum  *summary
	name func(*path) *path // names a path of the function for the caller
}

// behindTarget returns the functions of the package that a dynamic call may
// run, if they are few.
func (e *engine) behindTarget(fn *ssa.Function, t *target, guessed bool) []candidate {
	test := e.inTest(fn)
	var out []candidate
	if t.key[0] == 'I' {
		providers := e.implementers(t)
		if len(providers) > maxProviders {
			return nil
		}
		for _, p := range providers {
			if sum := e.sums[p.fn]; p.fn != nil && sum != nil && (test || !e.inTest(p.fn)) {
				out = append(out, candidate{sum, e.nameArgs(t)})
			}
		}
		return out
	}
	for _, st := range e.storedAt[t.key] {
		if st.ref.fn == nil || !test && e.inTest(st.ref.fn) || fn.Parent() != nil && outermost(fn) == outermost(st.in) {
			continue
		}
		if sum := e.sums[st.ref.fn]; sum != nil {
			out = append(out, candidate{sum, e.nameStored(fn, t, st, guessed)})
		}
	}
	return out
}

// nameArgs names the paths of a method by the receiver and the arguments of
// its call.
func (e *engine) nameArgs(t *target) func(*path) *path {
	bind := func(r *path) *path {
		switch {
		case r.kind == rootGlobal:
			return r
		case r.kind == rootParam && r.index == 0:
			return t.recv
		case r.kind == rootParam && r.index-1 < len(t.args):
			return t.args[r.index-1]
		}
		return e.paths.foreign(r.name, r.owner)
	}
	return func(p *path) *path { return e.paths.rebase(p, bind) }
}

// A storedFunc is a function that was stored in a field of owner, as the
// function that stores it sees the two.
type storedFunc struct {
	ref   *funcRef
	owner *path
	in    *ssa.Function // the function that stores it
}

// nameStored names the paths of a stored function by a call through the field:
// what it shares with the object that holds it, it shares with that of the
// call. fn is the function that calls.
func (e *engine) nameStored(fn *ssa.Function, t *target, st storedFunc, guessed bool) func(*path) *path {
	// arg returns what the caller passes for a parameter.
	arg := func(r *path) *path {
		i := r.index
		switch {
		case r.kind != rootParam || st.ref.recv != nil && i == 0:
			return nil
		case st.ref.recv != nil:
			i--
		case st.ref.fn.Parent() != nil && i < closureParams:
			return nil // of the function around the closure
		default:
			i %= closureParams
		}
		if i < len(t.args) {
			return t.args[i]
		}
		return nil
	}
	inner := func(r *path) *path { // in terms of the function that stores
		if r.kind == rootParam && st.ref.recv != nil && r.index == 0 {
			return st.ref.recv
		}
		return r
	}
	foreign := func(r *path) *path {
		if r.kind == rootGlobal {
			return r
		}
		return e.paths.foreign(r.name, r.owner)
	}
	var owner *path
	if st.owner != nil {
		owner = e.throughFields(st.owner)
	}
	return func(p *path) *path {
		if a := arg(p.root()); a != nil {
			return e.paths.rebase(p, func(*path) *path { return a })
		}
		p = e.throughFields(e.paths.rebase(p, inner))
		if owner != nil && p.hasPrefix(owner) {
			return e.paths.replace(p, owner, t.recv)
		}
		if !guessed && outermost(st.in) == outermost(fn) && t.recv.root().kind != rootOld {
			return p
		}
		return e.paths.rebase(p, foreign)
	}
}

// throughFields replaces in p a field of an object made here by what was
// stored in it, if that was done once.
func (e *engine) throughFields(p *path) *path {
	for range 3 {
		q := p
		for q != nil && !(q.kind == stepDeref && q.parent.kind == stepField && q.parent.parent.kind == rootAlloc) {
			q = q.parent
		}
		if q == nil {
			return p
		}
		a := q.parent.parent.val.(*ssa.Alloc)
		v := onlyFieldStore(a, q.parent.name)
		if v == nil {
			return p
		}
		p = e.paths.replace(p, q, e.loc(e.rootFrame(a.Parent()), v))
	}
	return p
}

// onlyFieldStore returns the only value that a's function stores in the field.
func onlyFieldStore(a *ssa.Alloc, name string) ssa.Value {
	var only ssa.Value
	for field, v := range fieldStores(a) {
		if n, _, _, _ := fieldOf(a.Type(), field); n != name {
			continue
		}
		if only != nil {
			return nil
		}
		only = v
	}
	return only
}
