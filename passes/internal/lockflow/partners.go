package lockflow

import (
	"maps"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
)

// A partner is what lets a waiting goroutine go on: a receive for a send, a
// Done for a Wait. needs are the locks that its goroutine may have to wait for
// before it gets there.
type partner struct {
	kind     waitKind
	path     *path
	site     site
	needs    *needs
	held     []*heldLock   // where it gets there
	born     []need        // locks held where its goroutine is started
	spawn    *ssa.Function // the function that starts its goroutine
	start    spot          // where
	fn       *ssa.Function // the root of its goroutine
	loops    bool
	once     bool
	arms     []arm
	after    []arm // what its goroutine waits for on the way
	checked  bool
	inSelect bool
	freed    []*path
	calls    []site // from the function to site
	where    spot   // of what waits, or of the call of it
	direct   bool
}

// needs are worked out when someone asks for them.
type needs struct {
	work func() []need
	list []need
}

func (n *needs) get() []need {
	if n == nil {
		return nil
	}
	if n.work != nil {
		n.list, n.work = n.work(), nil
	}
	return n.list
}

// A need is a lock that a goroutine waits for.
type need struct {
	path *path
	mode lockgraph.Mode
	site site
}

// maxPartnerDepth bounds the calls through which waiting is followed.
const maxPartnerDepth = 5

// partnersIn returns where fn, and what it calls, waits or lets others go on,
// in terms of fn.
func (e *engine) partnersIn(fn *ssa.Function, depth int) []partner {
	if got, ok := e.partners[fn]; ok {
		return got
	}
	o := e.observedIn(fn)
	if o == nil || depth > maxPartnerDepth {
		return nil
	}
	e.partners[fn] = nil // in a recursion
	var out []partner
	for _, w := range o.waitings {
		p := partner{kind: w.kind, path: w.path, site: w.where.site, loops: w.loops, once: w.once, arms: w.arms, checked: w.checked, inSelect: w.inSelect, freed: w.freed, held: w.held, direct: true, fn: fn}
		p.needs = &needs{work: func() []need {
			counts := e.later(e.madeBy(w.path))
			if mc := e.makesChan(w.where.fr.fn, w.path); mc != nil {
				counts = e.withSame(mc, w.where) // nobody had the channel before
			}
			list := e.needsAt(o, w.where, w.once, counts)
			return append(list, heldNeeds(w.held, w.always)...)
		}}
		for _, v := range o.waitings {
			if v != w && v.arms == nil && !v.inSelect && (v.kind == waitJoin || v.kind == waitRecv) && e.before(v.where, w.where) && !e.before(w.where, v.where) {
				p.after = append(p.after, arm{v.kind, v.path})
			}
		}
		out = append(out, p)
	}
	for _, en := range o.enterings {
		if en.spawn || en.in.ref.fn == fn {
			continue
		}
		bind := e.bind(en.in)
		before := &needs{work: func() []need {
			return append(e.needsAt(o, en.where, false, e.later(nil)), heldNeeds(en.held, en.always)...)
		}}
		for _, p := range e.partnersIn(en.in.ref.fn, depth+1) {
			q := e.rebasePartner(p, bind)
			inner := q.needs
			q.needs = &needs{work: func() []need { return append(slices.Clip(inner.get()), before.get()...) }}
			q.freed = append(q.freed, en.freed...)
			if p.path != nil && (p.path.root().kind == rootParam || p.path.root().kind == rootGlobal) {
				q.loops = q.loops || e.inLoop(en.where.instr.Block())
				q.once = q.once || q.path != nil && e.variesInLoop(en.where.instr, q.path)
			}
			q.calls = append([]site{en.where.site}, q.calls...)
			q.direct, q.fn, q.held = false, fn, en.held
			out = append(out, q)
		}
	}
	e.partners[fn] = out
	return out
}

// madeBy returns the call that p leads from: before it, there was no such
// channel for others to wait on.
func (e *engine) madeBy(p *path) ssa.Instruction {
	if p == nil {
		return nil
	}
	v := p.root().val
	if a, ok := v.(*ssa.Alloc); ok {
		v = e.onlyStore(a)
	}
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	call, _ := v.(*ssa.Call)
	if call == nil {
		return nil
	}
	return call
}

// heldNeeds are the locks held, as what whoever gets there has had to wait for:
// not for those of a trylock without which control gets there as well.
func heldNeeds(held, always []*heldLock) []need {
	var out []need
	for _, h := range held {
		if (h.how == lockgraph.Try || h.how == lockgraph.Spin) && !slices.ContainsFunc(always, func(g *heldLock) bool { return g.is(h.path) }) {
			continue
		}
		out = append(out, need{h.path, h.mode, h.site})
	}
	return out
}

// makesChan returns where fn makes the channel at p itself, nil if it does not.
func (e *engine) makesChan(fn *ssa.Function, p *path) *ssa.MakeChan {
	if p == nil {
		return nil
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			mc, ok := instr.(*ssa.MakeChan)
			if !ok {
				continue
			}
			if p.root().val == ssa.Value(mc) || p.kind == stepDeref && e.storedInField(mc) == p.parent {
				return mc
			}
		}
	}
	return nil
}

// later selects what comes after made, if that is set.
func (e *engine) later(made ssa.Instruction) func(spot) bool {
	return func(s spot) bool {
		return made == nil || made.Parent() != s.root().Parent() || s.root() != made && e.reaches(made, s.root())
	}
}

// withSame selects what comes after at, once round a loop that keeps the
// channel that mc makes.
func (e *engine) withSame(mc *ssa.MakeChan, at spot) func(spot) bool {
	later := e.later(at.instr)
	return func(s spot) bool {
		a, b := at.root(), s.root()
		return later(s) && (a.Parent() != mc.Parent() || b.Parent() != mc.Parent() || reachesPast(a, b, mc.Block()) && reachesPast(b, a, mc.Block()))
	}
}

func (e *engine) rebasePartner(p partner, bind binding) partner {
	q := p
	if p.path != nil {
		q.path = e.paths.rebase(p.path, bind)
	}
	q.arms, q.after, q.freed = nil, nil, nil
	q.needs = &needs{work: func() []need {
		var out []need
		for _, n := range p.needs.get() {
			out = append(out, need{e.paths.rebase(n.path, bind), n.mode, n.site})
		}
		return out
	}}
	for _, a := range p.arms {
		q.arms = append(q.arms, arm{a.kind, e.paths.rebase(a.path, bind)})
	}
	for _, a := range p.after {
		q.after = append(q.after, arm{a.kind, e.paths.rebase(a.path, bind)})
	}
	for _, d := range p.freed {
		q.freed = append(q.freed, e.paths.rebase(d, bind))
	}
	return q
}

// heldThroughout reports whether a partner starts the goroutine fn with n held,
// and has it still: then fn does not have it at that moment.
func (e *engine) heldThroughout(fn *ssa.Function, p *partner, n need) bool {
	has := func(held []*heldLock) bool {
		return slices.ContainsFunc(held, func(h *heldLock) bool { return h.site == n.site })
	}
	o := e.observed[p.fn]
	return o != nil && p.fn != fn && has(p.held) && slices.ContainsFunc(o.enterings, func(en *entering) bool {
		return en.spawn && en.in.ref.fn == fn && has(en.held)
	})
}

// needsAt returns the locks that a function acquires on the way to a spot, or
// once round a loop after it; not the latter if once is set, and only where
// counts says so.
func (e *engine) needsAt(o *observed, at spot, once bool, counts func(spot) bool) []need {
	var out []need
	add := func(n need) {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	for _, t := range o.takings {
		if t.where.instr != at.instr && e.before(t.where, at) && !(once && t.where.site.pos > at.site.pos) && counts(t.where) {
			add(need{t.path, t.mode, t.where.site})
		}
	}
	for _, en := range o.enterings {
		if en.spawn || en.where.instr == at.instr || !e.before(en.where, at) || once && en.where.site.pos > at.site.pos || !counts(en.where) {
			continue
		}
		sum := e.sums[en.in.ref.fn]
		if sum == nil {
			continue
		}
		bind := e.bind(en.in)
		for _, op := range sum.ops {
			if op.target == nil && op.how == lockgraph.Wait && !op.doubt && !op.retake && len(op.dropped) == 0 {
				add(need{e.paths.rebase(op.path, bind), op.mode, en.where.site})
			}
		}
	}
	return out
}

// allPartners lists the partners of the whole package, by what they wait for
// or let go on: those of functions that goroutines of others may run, and
// those of the goroutines that the package starts.
func (e *engine) allPartners() map[string][]partner {
	out := make(map[string][]partner)
	sur := e.surroundings()
	add := func(p partner) {
		if p.path == nil {
			return
		}
		key := e.waitKey(p.path)
		out[key] = append(out[key], p)
	}
	for _, fn := range slices.SortedFunc(maps.Keys(e.roots), compareFuncs) {
		o := e.observedIn(fn)
		if o == nil {
			continue
		}
		if fn.Parent() == nil && (!sur.called[fn] && !sur.started[fn] || e.calledFromOutside(fn)) {
			for _, p := range e.partnersIn(fn, 0) {
				add(p)
			}
		}
		for _, en := range o.enterings {
			if !en.spawn {
				continue
			}
			for _, p := range e.goroutine(fn, en) {
				add(p)
			}
		}
	}
	return out
}

// goroutine returns the partners in a goroutine that fn starts, in terms of fn.
func (e *engine) goroutine(fn *ssa.Function, en *entering) []partner {
	root := en.in.ref.fn
	bind := e.bind(en.in)
	if root.Parent() != nil && en.in.ref.bind == nil {
		bind = e.bindClosure(en.in)
	}
	born := heldNeeds(en.held, en.always)
	list := e.partnersIn(root, 0)
	if en.group != nil {
		all := partner{kind: waitDone, path: nil, site: e.siteOf(root.Pos(), funcName(root)), direct: true, fn: root}
		if o := e.observedIn(root); o != nil {
			all.needs = &needs{list: e.needsAt(o, spot{deferred: true}, false, e.later(nil))}
		}
		list = append(slices.Clip(list), all)
	}
	var out []partner
	for _, p := range list {
		q := e.rebasePartner(p, bind)
		if p.path == nil && p.kind == waitDone && p.arms == nil {
			q.path = en.group
		}
		q.born, q.spawn, q.start, q.fn = born, fn, en.where, root
		out = append(out, q)
	}
	return out
}

// bindClosure binds the parameters of a closure; what it shares with the
// function around it has the same name in both.
func (e *engine) bindClosure(in *invocation) binding {
	base := closureBase(in.ref.fn)
	return func(r *path) *path {
		if r.kind == rootParam && r.index >= base {
			if v := in.argument(r.index - base); v != nil {
				return e.loc(in.fr, v)
			}
			return e.paths.foreign(r.name, r.owner)
		}
		return r
	}
}

// waitKey names a channel, group or Cond across the package, "" if it cannot
// be told: by the field or variable, or as a local by its path.
func (e *engine) waitKey(p *path) string {
	suffix := ""
	for q := p; ; q = q.parent {
		switch q.kind {
		case stepDeref, stepRLocker:
		case stepIndex:
			suffix = "[]"
		case stepField:
			if q.owner != "" {
				return "F" + q.owner + "." + q.name + suffix
			}
			suffix = "." + q.name + suffix
		case rootGlobal:
			return "V" + q.name + suffix
		case rootAlloc:
			return "L" + strconv.Itoa(int(q.id)) + suffix
		case rootValue:
			if q.owner == "golang.org/x/sync/errgroup.Group" {
				return "L" + strconv.Itoa(int(q.id)) + suffix
			}
			mc, ok := q.val.(*ssa.MakeChan)
			if !ok {
				return ""
			}
			if f := e.storedInField(mc); f != nil && q == p {
				return e.waitKey(f)
			}
			return "L" + strconv.Itoa(int(q.id)) + suffix
		default:
			return ""
		}
	}
}

// storedInField returns the field or variable of the package that a channel is
// stored in when it is made.
func (e *engine) storedInField(mc *ssa.MakeChan) *path {
	for _, v := range append([]ssa.Value{mc}, converted(mc)...) {
		for _, ref := range *v.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Val == v {
				switch st.Addr.(type) {
				case *ssa.FieldAddr, *ssa.Global:
					return e.loc(e.rootFrame(mc.Parent()), st.Addr)
				}
			}
		}
	}
	return nil
}

// converted returns the conversions of a channel to another channel type.
func converted(v ssa.Value) []ssa.Value {
	var out []ssa.Value
	for _, ref := range *v.Referrers() {
		if c, ok := ref.(*ssa.ChangeType); ok {
			out = append(out, c)
		}
	}
	return out
}
