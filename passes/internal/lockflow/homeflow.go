package lockflow

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// sendOrReceive pushes s through a send or receive, of a home-made lock if the
// channel is one.
func (f *flow) sendOrReceive(fr *frame, instr ssa.Instruction, s *state, ch ssa.Value, send bool) *state {
	p := f.loc(fr, ch)
	l := f.homeLock(p, ch.Type())
	if l == nil {
		return s
	}
	return f.homeOp(fr, instr, s, p, l, send, lockgraph.Wait)
}

func (f *flow) homeOp(fr *frame, instr ssa.Instruction, s *state, p *path, l *homeLock, send bool, how lockgraph.Kind) *state {
	if l.kind == homeSemaphore {
		p = f.paths.slots(p)
	}
	if send != l.bySend {
		if q := channelOf(p); q.kind == stepDeref && f.unpublished(fr, instr, q.parent) {
			return s // makes the lock free in the first place
		}
		return f.release(fr, instr, s, relRef{path: p})
	}
	return f.take(fr, instr, s, &op{path: p, how: how, site: f.siteAt(fr, instr)}, nil)
}

// channelOf returns the channel of a home-made lock.
func channelOf(p *path) *path {
	if p.kind == stepSlots {
		return p.parent
	}
	return p
}

// selects forks s at a select that acquires or releases a home-made lock: one
// state for each case, which the branches on the chosen index tell apart.
func (f *flow) selects(fr *frame, sel *ssa.Select, s *state) []*state {
	locks := make([]*homeLock, len(sel.States))
	any := false
	for i, st := range sel.States {
		locks[i] = f.homeLock(f.loc(fr, st.Chan), st.Chan.Type())
		any = any || locks[i] != nil
	}
	index := indexOf(sel)
	if !any || index == nil {
		return one(s)
	}
	id := func(i int) int32 {
		return f.condID(condKey{kind: condConst, x: operand{val: index}, c: strconv.Itoa(i)})
	}
	s = s.forget(func(k int32) bool { return f.conds[k].x.val == index })
	how := lockgraph.Wait
	if !sel.Blocking || len(sel.States) > 1 {
		how = lockgraph.Try // it may turn to another case
	}
	var out []*state
	for chosen := range len(sel.States) + 1 {
		if chosen == len(sel.States) && sel.Blocking {
			break
		}
		if chosen < len(sel.States) && sel.Blocking && len(sel.States) > 1 && f.relocks(fr, sel, locks, s, chosen) {
			continue // it waits for another case
		}
		t := s
		for i := range sel.States {
			t, _ = t.know(id(i), i == chosen)
		}
		if chosen < len(sel.States) {
			if ctx := receivesDone(sel.States[chosen]); ctx != nil {
				t, _ = t.know(f.condID(condKey{kind: condDone, x: operand{path: f.loc(fr, ctx)}}), true)
			}
		}
		if chosen < len(sel.States) && locks[chosen] != nil {
			st := sel.States[chosen]
			t = f.homeOp(fr, sel, t, f.loc(fr, st.Chan), locks[chosen], st.Dir == types.SendOnly, how)
		}
		if chosen == len(sel.States) && f.givesBack(fr, sel, locks, s) {
			t = t.doubtful() // it could have been released, and was not there
		}
		out = append(out, t)
	}
	return out
}

// relocks reports whether case i of a select acquires a home-made lock that s
// holds, so that it cannot be chosen. A semaphore may have more to give.
func (f *flow) relocks(fr *frame, sel *ssa.Select, locks []*homeLock, s *state, i int) bool {
	p := f.loc(fr, sel.States[i].Chan)
	return locks[i] != nil && locks[i].kind == homeMutex && !s.doubt && p.certain() &&
		acquires(sel.States[i], locks[i]) && f.holdsChannel(s, p)
}

// givesBack reports whether a case of a select releases a home-made lock that s
// holds.
func (f *flow) givesBack(fr *frame, sel *ssa.Select, locks []*homeLock, s *state) bool {
	for i, st := range sel.States {
		if locks[i] != nil && !acquires(st, locks[i]) && f.holdsChannel(s, f.loc(fr, st.Chan)) {
			return true
		}
	}
	return false
}

// acquires reports whether a case of a select acquires l.
func acquires(st *ssa.SelectState, l *homeLock) bool {
	return (st.Dir == types.SendOnly) == l.bySend
}

// holdsChannel reports whether s holds the home-made lock of channel p.
func (f *flow) holdsChannel(s *state, p *path) bool {
	return slices.ContainsFunc(s.held, func(h *heldLock) bool { return channelOf(h.path) == p })
}

// indexOf returns the chosen index of a select, nil if nothing asks for it.
func indexOf(sel *ssa.Select) ssa.Value {
	for _, ref := range *sel.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok && x.Index == 0 {
			return x
		}
	}
	return nil
}

// flagPrimitive returns what a call does to a flag that is used as a lock.
func (f *flow) flagPrimitive(fr *frame, c *ssa.CallCommon) (primitive, *path) {
	if len(f.home) == 0 {
		return primitive{}, nil
	}
	op, v := flagOp(c)
	if op != flagSet && op != flagClear {
		return primitive{}, nil
	}
	p := f.loc(fr, v)
	if f.homeLock(p, nil) == nil {
		return primitive{}, nil
	}
	p = f.paths.flag(p)
	if op == flagSet {
		return primitive{kind: primTry}, p
	}
	return primitive{kind: primUnlock}, p
}

// homeKindOf returns the kind of home-made lock that p is, 0 if it is none.
func (e *engine) homeKindOf(p *path) homeKind {
	switch p.kind {
	case stepSlots:
		return homeSemaphore
	case stepFlag:
		return homeFlag
	}
	if len(e.home) == 0 {
		return 0
	}
	if l := e.homeLock(p, nil); l != nil {
		return l.kind
	}
	if l := e.home["T"+p.owner]; l != nil {
		return l.kind
	}
	return 0
}

// usesHomeLock reports whether an instruction acquires or releases a home-made
// lock.
func (f *flow) usesHomeLock(fr *frame, instr ssa.Instruction) bool {
	if len(f.home) == 0 {
		return false
	}
	switch instr := instr.(type) {
	case *ssa.Send:
		return f.homeLock(f.loc(fr, instr.Chan), instr.Chan.Type()) != nil
	case *ssa.UnOp:
		return instr.Op == token.ARROW && f.homeLock(f.loc(fr, instr.X), instr.X.Type()) != nil
	case *ssa.Select:
		for _, st := range instr.States {
			if f.homeLock(f.loc(fr, st.Chan), st.Chan.Type()) != nil {
				return true
			}
		}
	case ssa.CallInstruction:
		prim, _ := f.flagPrimitive(fr, instr.Common())
		return prim.kind != primNone
	}
	return false
}

// contextOfErr returns the context whose error v is, nil if it is none's.
func contextOfErr(v ssa.Value) ssa.Value {
	call, ok := v.(*ssa.Call)
	if !ok {
		return nil
	}
	c := call.Common()
	if c.IsInvoke() && c.Method.Name() == "Err" && lockclass.TypeKey(c.Value.Type()) == "context.Context" {
		return c.Value
	}
	if obj := declared(callee(c)); obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "context" && obj.Name() == "Cause" {
		return c.Args[0]
	}
	return nil
}

// doneIn reports whether s knows that a context is done.
func (f *flow) doneIn(fr *frame, s *state, ctx ssa.Value) bool {
	done, ok := s.lookup(f.condID(condKey{kind: condDone, x: operand{path: f.loc(fr, ctx)}}))
	return ok && done
}

// receivesDone returns the context whose Done channel a case receives from.
func receivesDone(st *ssa.SelectState) ssa.Value {
	call, ok := st.Chan.(*ssa.Call)
	if !ok || !call.Call.IsInvoke() || call.Call.Method.Name() != "Done" || lockclass.TypeKey(call.Call.Value.Type()) != "context.Context" {
		return nil
	}
	return call.Call.Value
}
