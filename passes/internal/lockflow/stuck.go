package lockflow

import (
	"go/ast"
	"go/constant"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
)

// A chanUse is what the package does with a channel beyond sending, receiving
// and closing.
type chanUse struct {
	sizes   []int64 // -1: not constant
	makers  []*ssa.Function
	escapes bool // other packages, or values that are not followed, may have it
}

// stuck finds the places where a goroutine waits with a lock held for others
// that need the lock.
func (e *engine) stuck(r *Result) []HoldWait {
	var out []HoldWait
	for _, fn := range slices.SortedFunc(maps.Keys(e.observed), compareFuncs) {
		o := e.observed[fn]
		for _, w := range o.waitings {
			if len(w.held) == 0 || w.inSelect || w.arms == nil && frees[w.kind] == nil {
				continue
			}
			p := partner{kind: w.kind, path: w.path, site: w.where.site, where: w.where, arms: w.arms, checked: w.checked, loops: w.loops, once: w.once, fn: fn}
			out = append(out, e.stuckAt(r, fn, w.where.site, p, w.held)...)
		}
		for _, en := range o.enterings {
			if en.spawn || len(en.held) == 0 {
				continue
			}
			bind := e.bind(en.in)
			for _, inner := range e.partnersIn(en.in.ref.fn, 0) {
				if inner.inSelect || inner.arms == nil && frees[inner.kind] == nil {
					continue
				}
				p := e.rebasePartner(inner, bind)
				held := slices.DeleteFunc(slices.Clone(en.held), func(h *heldLock) bool {
					return slices.ContainsFunc(p.freed, h.is)
				})
				p.calls = append([]site{en.where.site}, p.calls...)
				p.where = en.where
				out = append(out, e.stuckAt(r, fn, en.where.site, p, held)...)
			}
		}
	}
	return out
}

// stuckAt judges one place where fn waits, for each lock held.
func (e *engine) stuckAt(r *Result, fn *ssa.Function, at site, w partner, held []*heldLock) []HoldWait {
	for _, h := range held {
		if h.entry || h.callback != nil || e.homeKindOf(h.path) == homeSemaphore || e.homeKindOf(h.path) == homeFlag {
			continue
		}
		arms := w.arms
		if arms == nil {
			arms = []arm{{w.kind, w.path}}
		}
		var evidence *partner
		var via need
		stuck := len(arms) > 0 && !w.checked
		for _, a := range arms {
			p, n, ok := e.stuckArm(fn, a, w, h, 0)
			if !ok {
				stuck = false
				break
			}
			evidence, via = p, n
		}
		if !stuck {
			continue
		}
		c := e.class(h.path)
		if c.weak && h.path.root().kind != rootAlloc {
			continue
		}
		r.place(h.site)
		r.place(via.site)
		r.place(evidence.site)
		return []HoldWait{{
			Pos: at.pos, Lock: e.lockName(h.path), Mode: h.mode, Held: h.site.Site, HeldCalls: sitesOf(h.via),
			Action: actionName(arms[len(arms)-1], len(arms) > 1), Channel: e.waitName(arms[len(arms)-1].path), Local: localName(arms[len(arms)-1].kind), Site: w.site.Site, Calls: sitesOf(w.calls),
			Partner: partnerName(evidence.kind), PartnerSite: evidence.site.Site, Needs: via.site.Site,
		}}
	}
	return nil
}

// stuckArm reports whether all that could let a go on need h first; for a
// group, whether one does.
func (e *engine) stuckArm(fn *ssa.Function, a arm, w partner, h *heldLock, depth int) (*partner, need, bool) {
	key := e.waitKey(a.path)
	if key == "" {
		return nil, need{}, false
	}
	if a.kind == waitSend || a.kind == waitRecv {
		if e.chans == nil {
			e.findChans()
		}
		u := e.chans[key]
		if u == nil || u.escapes || len(u.sizes) == 0 || e.exportedKey(key) {
			return nil, need{}, false
		}
	}
	if a.kind == waitCond {
		if l, _ := e.condLock(e.rootFrame(fn), a.path); l == nil || h.is(l) {
			return nil, need{}, false
		}
	}
	var found *partner
	var via need
	test := e.inTest(fn)
	if e.known == nil {
		e.known = e.allPartners()
	}
	for i := range e.known[key] {
		p := &e.known[key][i]
		if !slices.Contains(frees[a.kind], p.kind) || !test && e.inTest(p.fn) || a.kind == waitJoin && (p.spawn == nil || !p.direct) {
			continue
		}
		if p.spawn == fn && depth == 0 && a.kind == waitJoin && key[0] == 'L' && !e.before(p.start, w.where) {
			continue // started later
		}
		if a.kind == waitJoin && p.fn == fn {
			continue // by who waits
		}
		if p.fn == fn && (depth > 0 || p.kind == waitClose) {
			return nil, need{}, false // who waits has done it already
		}
		if a.kind == waitSend && (!e.canBlock(key, p) || e.hasRoom(key) && w.where.fr != nil && e.makesChan(w.where.fr.fn, a.path) != nil) || a.kind == waitRecv && p.spawn == nil && e.hasRoom(key) {
			return nil, need{}, false
		}
		n, needs := e.needsLock(fn, p, a, h, key)
		for i := 0; !needs && i < len(p.after) && depth < 2; i++ {
			_, n, needs = e.stuckArm(fn, p.after[i], partner{}, h, depth+1) // it waits itself for one that needs it
		}
		if !needs && a.kind != waitJoin {
			return nil, need{}, false // lets it go on
		}
		if needs && (found == nil || found.spawn == nil && p.spawn != nil) {
			found, via = p, n
		}
	}
	return found, via, found != nil
}

// enough is the buffer size from which on a channel is taken to be made so
// large that it is never full.
const enough = 4096

// canBlock reports whether a send can find no room: the channel has none, or a
// receiver that takes one after the other can fall behind. A size that is not
// constant is taken to be that of what is sent.
//
// The room in a local channel is taken to be that of what its function and its
// goroutines send.
func (e *engine) canBlock(key string, p *partner) bool {
	for _, n := range e.chans[key].sizes {
		if n < 0 || n >= enough {
			return false
		}
		if n > 0 && (!p.loops || p.once || key[0] == 'L') {
			return false
		}
	}
	return true
}

// hasRoom reports whether what was sent on the channel before may wait in it.
func (e *engine) hasRoom(key string) bool {
	return slices.ContainsFunc(e.chans[key].sizes, func(n int64) bool { return n != 0 })
}

// needsLock reports whether a partner may have to wait for h first.
func (e *engine) needsLock(fn *ssa.Function, p *partner, a arm, h *heldLock, key string) (need, bool) {
	name := e.class(h.path).name
	for _, n := range p.needs.get() {
		if e.heldThroughout(fn, p, n) {
			continue
		}
		if e.conflicts(n, h) && (h.is(n.path) || e.class(n.path).name == name && e.maybeSame(fn, p, n.path, h) && e.sameOwner(p, n.path, a.path, h)) {
			return n, true
		}
	}
	u := e.chans[key]
	if u == nil || len(u.makers) == 0 {
		return need{}, false
	}
	for _, n := range p.born {
		if e.class(n.path).name == name && e.conflicts(n, h) && e.madeUnder(u, p, name) {
			return n, true
		}
	}
	return need{}, false
}

// maybeSame reports whether two paths of one class can be one lock: if the
// waiting function starts the partner's goroutine itself, they have to be.
func (e *engine) maybeSame(fn *ssa.Function, p *partner, needed *path, h *heldLock) bool {
	if p.spawn != fn && p.fn != fn {
		return true
	}
	return needed.root().kind == rootOld
}

// sameOwner reports whether a lock that a partner needs can be the one that is
// held: if it is a part of the object that the channel is a part of, then only
// if that is so here.
func (e *engine) sameOwner(p *partner, needed, ch *path, h *heldLock) bool {
	theirs, ours := holderOf(p.path), holderOf(ch)
	if theirs == nil || ours == nil || theirs.root().kind == rootOld || !needed.hasPrefix(theirs) {
		return true
	}
	for q := needed; q != theirs; q = q.parent {
		if q.kind == stepDeref {
			return true // of some other object
		}
	}
	here := e.paths.replace(needed, theirs, ours)
	return h.is(here) || !here.certain() || !h.path.certain() || !apart(here, h.path) && !here.hasPrefix(object(h.path))
}

// madeUnder reports whether the channel is made where the lock is taken, by a
// function that does not start the partner: others can have the channel before
// the partner runs.
func (e *engine) madeUnder(u *chanUse, p *partner, lock string) bool {
	return !slices.ContainsFunc(u.makers, func(fn *ssa.Function) bool {
		o := e.observed[fn]
		return o == nil || fn == p.spawn || !slices.ContainsFunc(o.takings, func(t taking) bool { return e.class(t.path).name == lock })
	})
}

// conflicts reports whether who wants n waits while h is held: two readers do
// if a writer waits between them.
func (e *engine) conflicts(n need, h *heldLock) bool {
	if n.mode == lockgraph.Exclusive || h.mode == lockgraph.Exclusive {
		return true
	}
	c := e.class(h.path)
	return slices.ContainsFunc(e.writers, func(w rawWriter) bool { return e.class(w.path).name == c.name })
}

// exportedKey reports whether other packages can use the channel, group or
// Cond that key names.
func (e *engine) exportedKey(key string) bool {
	if key[0] == 'L' {
		return false
	}
	return !e.private(strings.TrimSuffix(key[1:], "[]"))
}

// findChans collects what the package does with its channels.
func (e *engine) findChans() {
	e.chans = make(map[string]*chanUse)
	for fn := range e.roots {
		fr := e.rootFrame(fn)
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if mc, ok := instr.(*ssa.MakeChan); ok {
					u := e.chanUse(e.loc(fr, mc))
					size := int64(-1)
					if c, ok := mc.Size.(*ssa.Const); ok && c.Value != nil {
						size, _ = constant.Int64Val(c.Value)
					}
					u.sizes = append(u.sizes, size)
					u.makers = append(u.makers, fn)
				}
				for _, op := range instr.Operands(nil) {
					if *op == nil {
						continue
					}
					if _, ok := (*op).Type().Underlying().(*types.Chan); ok && e.letsGo(fr, instr, *op) {
						e.chanUse(e.loc(fr, *op)).escapes = true
					}
				}
			}
		}
	}
}

func (e *engine) chanUse(p *path) *chanUse {
	key := e.waitKey(p)
	u := e.chans[key]
	if u == nil {
		u = new(chanUse)
		e.chans[key] = u
	}
	return u
}

// letsGo reports whether an instruction hands a channel to where it is not
// followed.
func (e *engine) letsGo(fr *frame, instr ssa.Instruction, ch ssa.Value) bool {
	switch instr := instr.(type) {
	case *ssa.Store:
		if instr.Val != ch {
			return false
		}
		if c, ok := ch.(*ssa.Const); ok && c.IsNil() {
			return false
		}
		at := e.loc(fr, instr.Addr)
		return e.waitKey(at) != e.waitKey(e.loc(fr, ch)) && e.onlyStoreTo(instr) == nil
	case *ssa.Return:
		obj := declared(fr.fn)
		return fr.fn.Parent() != nil || obj == nil || ast.IsExported(obj.Name())
	case *ssa.MapUpdate:
		return instr.Value == ch || instr.Key == ch
	case *ssa.MakeInterface:
		return true
	case *ssa.Send:
		return instr.X == ch
	case *ssa.Phi:
		return true
	case ssa.CallInstruction:
		c := instr.Common()
		if _, ok := c.Value.(*ssa.Builtin); ok {
			return false
		}
		fn := callee(c)
		if mc, ok := c.Value.(*ssa.MakeClosure); ok {
			fn = mc.Fn.(*ssa.Function)
		}
		return fn == nil || fn.Blocks == nil || fn.Pkg == nil || fn.Pkg.Pkg != e.pkg
	}
	return false
}

// onlyStoreTo returns the variable that a store is the only one to.
func (e *engine) onlyStoreTo(st *ssa.Store) *ssa.Alloc {
	if a, ok := st.Addr.(*ssa.Alloc); ok && e.onlyStore(a) == st.Val {
		return a
	}
	return nil
}

// waitName names a channel, group or Cond for people.
func (e *engine) waitName(p *path) string {
	if key := e.waitKey(p); key != "" && key[0] != 'L' {
		return key[1:]
	}
	if r := p.root(); r.kind == rootAlloc && r.name != "" {
		return pkgOf(r.val) + "." + r.name
	}
	return ""
}

func localName(k waitKind) string {
	switch k {
	case waitSend, waitRecv:
		return "a local channel"
	case waitJoin:
		return "a local group"
	}
	return "a local Cond"
}

// actionName says how a goroutine waits.
func actionName(a arm, selects bool) string {
	switch {
	case selects:
		return "in a select that waits for"
	case a.kind == waitSend:
		return "to send on"
	case a.kind == waitRecv:
		return "to receive from"
	}
	return "for"
}

func partnerName(k waitKind) string {
	switch k {
	case waitRecv:
		return "the receive"
	case waitSend:
		return "the send"
	case waitClose:
		return "the close"
	case waitDone:
		return "the goroutine"
	}
	return "the signal"
}
