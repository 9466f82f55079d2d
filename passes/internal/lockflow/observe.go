package lockflow

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
)

// An observed holds what the analysis of a function shows of single locks, as
// the orders are what it shows of two: acquisitions of what is held, releases
// of what is not, and locks that are held where the function ends.
type observed struct {
	again     []rawAgain
	callbacks []rawCallback
	unheld    []rawUnheld
	exits     []rawExit
	ends      []rawEnd
	releases  map[releaseKey]*releaseUse
	released  map[site]token.Pos // by acquisition: the last release by a call that is not deferred
	fetched   []fetched          // what a goroutine that it starts may return with
	results   []rawResult
	pointers  []bool            // of the results: nil is a failure
	tried     map[site]*attempt // by the trylock or call
	tries     []rawTry

	// For what waits with a lock held.
	waitings  []*waiting
	waitAt    map[spotKey]*waiting
	takings   []taking
	enterings []*entering
	enterAt   map[frameKey]*entering
}

func newObserved() *observed {
	return &observed{
		releases: make(map[releaseKey]*releaseUse),
		released: make(map[site]token.Pos),
		waitAt:   make(map[spotKey]*waiting),
		enterAt:  make(map[frameKey]*entering),
		tried:    make(map[site]*attempt),
	}
}

// A rawAgain is an acquisition of a lock that is held.
type rawAgain struct {
	lock    *heldLock
	path    *path
	mode    lockgraph.Mode
	how     lockgraph.Kind
	site    site
	calls   []site // that lead from at to site
	at      site   // in the function under analysis
	under   []*path
	once    bool
	byClass bool
}

// A rawUnheld is a release of a lock that is not held, or not in that mode.
type rawUnheld struct {
	kind      UnheldKind
	path      *path
	mode      lockgraph.Mode
	at        site
	other     site
	by        *ssa.Function // the function whose call was the first release
	sometimes bool          // on other paths the release is right
	guarded   bool          // the caller's arguments decide whether the lock is held
}

// A rawExit is an end of a function with a lock held that it acquired.
type rawExit struct {
	lock   *heldLock
	at     token.Pos
	kind   ExitKind
	values []outcome
	out    bool // the function's results lead to the lock
}

// A rawEnd is an end of a function as it is when the function is read by
// itself, for what a goroutine does with the locks it is given.
type rawEnd struct {
	at       token.Pos
	released []relRef
	held     []*path // what the function itself acquired
	doubt    bool
}

// A rawResult is what a function returns at one of its ends, and with which
// locks.
type rawResult struct {
	values []outcome
	held   []*heldLock
}

type releaseKey struct {
	fr    *frame
	instr ssa.Instruction
	path  *path
}

// A releaseUse says what one release finds.
type releaseUse struct {
	held    *heldLock // on some path
	unheld  bool      // on another
	guarded bool      // … only if the caller's arguments say so
}

func (f *flow) releaseUse(fr *frame, instr ssa.Instruction, p *path) *releaseUse {
	k := releaseKey{fr, instr, p}
	u := f.seen.releases[k]
	if u == nil {
		u = new(releaseUse)
		f.seen.releases[k] = u
	}
	return u
}

// again notes that o takes h, which is held.
func (f *flow) again(fr *frame, instr ssa.Instruction, s *state, h *heldLock, o *op, calls []site) {
	if s.doubt || o.doubt || h.entry || !o.path.certain() || f.reassigned(o.path) {
		return
	}
	if h.mode == lockgraph.Shared && o.mode == lockgraph.Shared && f.unpublished(fr, instr, o.path) {
		return // no writer knows of it
	}
	c := chain(fr, h, append(slices.Clip(calls), o.site), o.prefix)
	a := rawAgain{lock: h, path: o.path, mode: o.mode, how: o.how, once: o.once, site: o.site, calls: c[:len(c)-1], at: f.siteAt(fr, instr)}
	if h.site == o.site && h.callback == nil && slices.Equal(h.via, o.calls) {
		f.carried(s, h)
		if h.left.IsValid() {
			return
		}
	}
	if k := f.homeKindOf(o.path); k == homeFlag || k == homeSemaphore {
		return // a flag that is set says no; a semaphore may have more to give
	}
	for _, g := range s.held {
		if g.mode == lockgraph.Exclusive && !g.is(o.path) {
			a.under = append(a.under, g.path)
		}
	}
	f.seen.again = append(f.seen.again, a)
}

// carried notes that a loop comes round to where h was acquired, with h held.
func (f *flow) carried(s *state, h *heldLock) {
	if s.doubt || h.entry || h.pending || h.callback != nil || !h.left.IsValid() {
		return
	}
	f.seen.exits = append(f.seen.exits, rawExit{lock: h, at: h.left, kind: ExitLoop})
}

// renew ages what s names by values that are about to be computed anew, of
// which to is what from was. A lock that loses its only name that way is lost
// to the function.
func (f *flow) renew(s *state, stale func(*path) bool, from, to *path) *state {
	t := s.rebind(f.paths, stale, from, to)
	if t == s {
		return s
	}
	for i, h := range s.held {
		if t.held[i].path.root().kind == rootOld && h.path.root().kind != rootOld {
			f.carried(s, h)
		}
	}
	return t
}

// releasedAt notes that some path releases h, at pos; a deferred call, which
// runs elsewhere than it stands, has none.
func (o *observed) releasedAt(h *heldLock, pos token.Pos) {
	o.released[h.site] = max(o.released[h.site], pos)
}

// noteRelease notes what a release of a held lock shows.
func (f *flow) noteRelease(fr *frame, instr ssa.Instruction, s *state, h *heldLock, r relRef) {
	f.handled[h.site] = max(f.handled[h.site], len(h.via))
	if !h.is(r.path) {
		if len(h.via) > 0 { // named by the callee
			f.seen.releasedAt(h, instr.Pos())
		}
		return
	}
	pos := instr.Pos()
	if f.runsDeferred(fr, instr) {
		pos = token.NoPos
	}
	f.seen.releasedAt(h, pos)
	if s.doubt || h.entry || h.callback != nil || !r.path.certain() {
		return
	}
	if h.mode != r.mode {
		f.seen.unheld = append(f.seen.unheld, rawUnheld{kind: UnheldMode, path: r.path, mode: r.mode, at: f.siteAt(fr, instr), other: h.site})
		return
	}
	f.releaseUse(fr, instr, r.path).held = h
}

// runsDeferred reports whether fr runs instr when a function returns.
func (f *flow) runsDeferred(fr *frame, instr ssa.Instruction) bool {
	if _, ok := instr.(*ssa.Defer); ok {
		return true
	}
	for ; fr != nil; fr = fr.caller {
		if _, ok := fr.call.(*ssa.Defer); ok {
			return true
		}
	}
	return false
}

// noteTwice notes the release of a lock that was released before.
func (f *flow) noteTwice(fr *frame, instr ssa.Instruction, before freedLock, r relRef) {
	if r.mode == lockgraph.Shared && before.site == f.siteAt(fr, instr) {
		return // a loop gives up as many as another took
	}
	u := rawUnheld{kind: UnheldTwice, path: r.path, mode: r.mode, at: f.siteAt(fr, instr), other: before.site, by: before.by}
	if f.runsDeferred(fr, instr) && !before.deferred {
		u.kind, u.at, u.other = UnheldDeferred, before.site, u.at
	}
	f.seen.unheld = append(f.seen.unheld, u)
}

// observe completes what is observed with the states at the ends of the
// function.
func (f *flow) observe(results []result) {
	if yieldBody(f.root.fn) {
		f.seen = newObserved() // read as part of its loop
		return
	}
	for v := range f.root.fn.Signature.Results().Variables() {
		f.seen.pointers = append(f.seen.pointers, !isBool(v.Type()) && !types.Identical(v.Type(), errorType))
	}
	for _, k := range f.releaseKeys() {
		u := f.seen.releases[k]
		if u.held != nil && u.unheld && !f.inOtherLoop(u.held, k.instr.Pos()) {
			f.seen.unheld = append(f.seen.unheld, rawUnheld{kind: UnheldPath, path: k.path, mode: u.held.mode, at: f.siteAt(k.fr, k.instr), other: u.held.site, guarded: u.guarded})
		}
	}
	f.observeTries(results)
	for i := range f.seen.unheld {
		u := &f.seen.unheld[i]
		for k, use := range f.seen.releases {
			u.sometimes = u.sometimes || u.kind == UnheldMode && use.held != nil && k.path == u.path && f.siteAt(k.fr, k.instr) == u.at
		}
	}
	for _, r := range results {
		at := f.endOf(r)
		if r.ret != nil {
			end := rawEnd{at: at, released: r.state.released, doubt: r.state.doubt}
			f.seen.results = append(f.seen.results, rawResult{r.values, r.state.held})
			for _, h := range r.state.held {
				if !h.entry && h.callback == nil {
					end.held = append(end.held, h.path)
				}
			}
			f.seen.ends = append(f.seen.ends, end)
		}
		if r.state.doubt {
			continue
		}
		for _, h := range r.state.held {
			if h.entry || h.callback != nil || h.pending {
				continue
			}
			x := rawExit{lock: h, at: at, values: r.values}
			if r.ret == nil {
				x.kind = ExitPanic
			} else {
				x.out = f.leadsTo(r.ret, h)
				if h.left.IsValid() && f.leavesLoop(h, at) {
					x.at, x.kind = h.left, ExitLoop
				}
			}
			f.seen.exits = append(f.seen.exits, x)
		}
	}
}

// releaseKeys returns the releases in source order.
func (f *flow) releaseKeys() []releaseKey {
	return slices.SortedFunc(maps.Keys(f.seen.releases), func(a, b releaseKey) int {
		return cmp.Or(cmp.Compare(a.instr.Pos(), b.instr.Pos()), compareSites(f.siteAt(a.fr, a.instr), f.siteAt(b.fr, b.instr)), cmp.Compare(a.path.id, b.path.id))
	})
}

// leadsTo reports whether a result of the function leads to the lock: whoever
// gets it may release it.
func (f *flow) leadsTo(ret *ssa.Return, h *heldLock) bool {
	for _, v := range ret.Results {
		if isFunc(v) {
			if c, ok := v.(*ssa.Const); !ok || !c.IsNil() {
				return true
			}
		}
		p := f.loc(f.root, v)
		if len(h.via) > 0 && f.resultAt(v, h.via[0]) {
			return true
		}
		if r := p.root(); (r.kind == rootAlloc || r.kind == rootValue) && h.path.hasPrefix(r) || isReference(v.Type()) && h.path.hasPrefix(p) && p.kind != rootParam {
			return true
		}
		if a, ok := p.root().val.(*ssa.Alloc); ok && p.root().kind == rootAlloc && f.holds(a, h) {
			return true
		}
	}
	return false
}

// resultAt reports whether v is a result of the call at a place.
func (f *flow) resultAt(v ssa.Value, at site) bool {
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	call, ok := v.(*ssa.Call)
	return ok && isReference(v.Type()) && f.siteAt(f.root, call) == at
}

// holds reports whether the object made by a has a pointer to h's lock, or to
// the object that the lock is part of.
func (f *flow) holds(a *ssa.Alloc, h *heldLock) bool {
	for _, v := range fieldStores(a) {
		if isReference(v.Type()) && h.path.hasPrefix(f.loc(f.root, v)) {
			return true
		}
	}
	return false
}

// reassigned reports whether a pointer that p leads through may be changed by
// a function that the one under analysis calls: then p names two instances.
func (f *flow) reassigned(p *path) bool {
	for q := p; q != nil; q = q.parent {
		if q.kind != stepDeref || q.parent.kind != stepField {
			continue
		}
		key := q.parent.owner + "." + q.parent.name
		if f.assigned[key] && f.assignedBelow(key) {
			return true
		}
	}
	return false
}

// assignedBelow reports whether a function that the one under analysis calls
// assigns the field.
func (f *flow) assignedBelow(key string) bool {
	seen := map[*ssa.Function]bool{}
	var below func(fn *ssa.Function) bool
	below = func(fn *ssa.Function) bool {
		for _, c := range f.callees(fn) {
			if seen[c] || c == nil {
				continue
			}
			seen[c] = true
			if c != f.root.fn && slices.Contains(f.assigners[key], c) || below(c) {
				return true
			}
		}
		return false
	}
	return below(f.root.fn)
}
