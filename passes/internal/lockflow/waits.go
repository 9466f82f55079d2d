package lockflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// A waitKind says how a function waits for another goroutine, or lets one that
// waits go on.
type waitKind uint8

const (
	waitSend   waitKind = iota
	waitRecv            // <-ch, range over ch
	waitClose           //
	waitJoin            // WaitGroup.Wait, errgroup.Group.Wait
	waitDone            // WaitGroup.Done, the end of a goroutine of the group
	waitCond            // Cond.Wait
	waitSignal          // Cond.Signal, Cond.Broadcast
)

// frees are the kinds that let a kind go on.
var frees = map[waitKind][]waitKind{
	waitSend: {waitRecv},
	waitRecv: {waitSend, waitClose},
	waitJoin: {waitDone},
	waitCond: {waitSignal},
}

// A waiting is a place where a function waits or lets others go on.
type waiting struct {
	kind     waitKind
	path     *path // of the channel, group or Cond
	where    spot
	arms     []arm // of a select that blocks, instead of kind and path
	held     []*heldLock
	always   []*heldLock // in all states
	freed    []*path     // the caller's locks that were released
	inSelect bool        // a case of a select
	checked  bool        // the function looks whether there is room
	once     bool        // the channel is another one each time round a loop
	loops    bool        // in a loop
}

// An arm is a case of a select.
type arm struct {
	kind waitKind
	path *path
}

// A spot is an instruction as the function under analysis comes to it.
type spot struct {
	fr       *frame
	instr    ssa.Instruction
	site     site
	deferred bool
}

// A taking is an acquisition that waits.
type taking struct {
	path  *path
	mode  lockgraph.Mode
	where spot
}

// An entering is a call, or the start of a goroutine, of a function of the
// package.
type entering struct {
	in     *invocation
	where  spot
	spawn  bool
	group  *path // the group that the goroutine is one of
	held   []*heldLock
	always []*heldLock // in all states
	freed  []*path
}

func (f *flow) spot(fr *frame, instr ssa.Instruction) spot {
	return spot{fr, instr, f.siteAt(fr, instr), f.runsDeferred(fr, instr)}
}

// root returns the instruction of the function under analysis that s is, or
// lies in.
func (s spot) root() ssa.Instruction {
	instr, fr := s.instr, s.fr
	for ; fr.caller != nil; fr = fr.caller {
		instr = fr.call
	}
	return instr
}

// before reports whether control can come from s to t.
func (e *engine) before(s, t spot) bool {
	switch {
	case s.deferred && t.deferred && s.instr != nil && t.instr != nil:
		return s.root().Pos() > t.root().Pos() // the last one runs first
	case t.deferred:
		return true
	case s.deferred:
		return false
	}
	if s.fr == t.fr {
		return e.reaches(s.instr, t.instr)
	}
	a, b := s.root(), t.root()
	return a == b || e.reaches(a, b)
}

type spotKey struct {
	fr    *frame
	instr ssa.Instruction
	kind  waitKind
	path  *path
}

// waitFor notes that instr waits for what is at p, or lets others go on.
func (f *flow) waitFor(fr *frame, instr ssa.Instruction, s *state, kind waitKind, p *path) {
	if p == nil || f.homeKindOf(p) != 0 {
		return
	}
	f.addWaiting(waiting{kind: kind, path: p, where: f.spot(fr, instr), checked: kind == waitSend && f.checksRoom(fr, p), once: f.variesInLoop(instr, p), loops: f.inLoop(instr.Block())}, s)
}

// tellsMore reports whether s is worth more as evidence than what was noted
// with the locks in held: the first state with a lock held is.
func (s *state) tellsMore(held []*heldLock) bool {
	return len(held) == 0 && len(s.held) > 0 && !s.doubt
}

// releasedPaths returns the caller's locks that were released.
func (s *state) releasedPaths() []*path {
	var out []*path
	for _, r := range s.released {
		out = append(out, r.path)
	}
	return out
}

func (f *flow) addWaiting(w waiting, s *state) {
	k := spotKey{w.where.fr, w.where.instr, w.kind, w.path}
	old := f.seen.waitAt[k]
	w.always = s.held
	if old != nil {
		w.always = inBoth(old.always, s.held)
		old.always = w.always
	}
	if old != nil && !s.tellsMore(old.held) {
		return
	}
	if !s.doubt {
		w.held = s.held
	}
	w.freed = s.releasedPaths()
	if old != nil {
		*old = w
		return
	}
	f.seen.waitAt[k] = &w
	f.seen.waitings = append(f.seen.waitings, &w)
}

// inBoth returns the locks of a that b has, too.
func inBoth(a, b []*heldLock) []*heldLock {
	return slices.DeleteFunc(slices.Clone(a), func(h *heldLock) bool {
		return !slices.ContainsFunc(b, func(g *heldLock) bool { return g.is(h.path) })
	})
}

// checksRoom reports whether a function asks how full the channel at p is.
func (f *flow) checksRoom(fr *frame, p *path) bool {
	for _, b := range fr.fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if b, ok := c.Call.Value.(*ssa.Builtin); ok && (b.Name() == "len" || b.Name() == "cap") && f.loc(fr, c.Call.Args[0]) == p {
				return true
			}
		}
	}
	return false
}

// variesInLoop reports whether instr is in a loop that computes the channel at
// p anew each time round.
func (e *engine) variesInLoop(instr ssa.Instruction, p *path) bool {
	if !e.inLoop(instr.Block()) {
		return false
	}
	for q := p; q != nil; q = q.parent {
		if v, ok := q.val.(ssa.Instruction); ok && q.kind != rootAlloc && v.Parent() == instr.Parent() && e.inLoop(v.Block()) {
			return true
		}
		if a, ok := q.val.(*ssa.Alloc); ok && a.Parent() == instr.Parent() && e.inLoop(a.Block()) {
			return true
		}
	}
	return false
}

// selectWaits notes the cases of a select.
func (f *flow) selectWaits(fr *frame, sel *ssa.Select, s *state) {
	var arms []arm
	for _, st := range sel.States {
		kind := waitRecv
		if st.Dir == types.SendOnly {
			kind = waitSend
		}
		p := f.loc(fr, st.Chan)
		arms = append(arms, arm{kind, p})
		if f.homeKindOf(p) == 0 { // a partner of others
			f.addWaiting(waiting{kind: kind, path: p, inSelect: true, where: f.spot(fr, sel), once: f.variesInLoop(sel, p), loops: f.inLoop(sel.Block())}, new(state))
		}
	}
	if sel.Blocking && len(arms) > 0 {
		f.addWaiting(waiting{arms: arms, where: f.spot(fr, sel)}, s)
	}
}

// takes notes an acquisition that waits.
func (f *flow) takes(fr *frame, instr ssa.Instruction, p *path, mode lockgraph.Mode) {
	if !f.concurrent {
		return
	}
	f.seen.takings = append(f.seen.takings, taking{p, mode, f.spot(fr, instr)})
}

// enters notes a call of a function of the package.
func (f *flow) enters(in *invocation, s *state, spawn bool, group *path) {
	fn := in.ref.fn
	if !f.concurrent || fn == nil || fn.Blocks == nil || fn.Pkg == nil || fn.Pkg.Pkg != f.pkg {
		return
	}
	k := frameKey{in.fr, in.instr, fn, in.ref.env}
	old := f.seen.enterAt[k]
	always := s.held
	if old != nil {
		always = inBoth(old.always, s.held)
		old.always = always
	}
	if old != nil && !s.tellsMore(old.held) {
		return
	}
	e := &entering{in: in, where: f.spot(in.fr, in.instr), spawn: spawn, group: group, always: always}
	if !s.doubt {
		e.held = s.held
	}
	e.freed = s.releasedPaths()
	if old != nil {
		*old = *e
		return
	}
	f.seen.enterAt[k] = e
	f.seen.enterings = append(f.seen.enterings, e)
}

// spawns notes the start of a goroutine.
func (f *flow) spawns(fr *frame, instr *ssa.Go, s *state) {
	if instr.Call.IsInvoke() {
		return
	}
	if ref := f.resolve(fr, s, instr.Call.Value); ref != nil {
		f.enters(&invocation{ref: ref, fr: fr, instr: instr, recv: ref.recv, rval: ref.rval, args: instr.Call.Args}, s, true, nil)
	}
}

// waitCall notes what a call of a function that the engine knows waits for.
func (f *flow) waitCall(fr *frame, instr ssa.CallInstruction, s *state, obj *types.Func, at *path) {
	if obj == nil || obj.Pkg() == nil {
		return
	}
	switch receiverKey(obj) {
	case "sync.WaitGroup":
		switch obj.Name() {
		case "Wait":
			f.waitFor(fr, instr, s, waitJoin, at)
		case "Done":
			f.waitFor(fr, instr, s, waitDone, at)
		case "Go":
			f.goes(fr, instr, s, at)
		}
	case "golang.org/x/sync/errgroup.Group":
		switch obj.Name() {
		case "Wait":
			f.waitFor(fr, instr, s, waitJoin, at)
		case "Go", "TryGo":
			f.goes(fr, instr, s, at)
		}
	case "sync.Cond":
		switch obj.Name() {
		case "Wait":
			f.waitFor(fr, instr, s, waitCond, at)
		case "Signal", "Broadcast":
			f.waitFor(fr, instr, s, waitSignal, at)
		}
	}
}

// goes notes the start of a goroutine that is one of the group at p.
func (f *flow) goes(fr *frame, instr ssa.CallInstruction, s *state, group *path) {
	args := instr.Common().Args
	if len(args) == 0 {
		return
	}
	if ref := f.resolve(fr, s, args[len(args)-1]); ref != nil {
		f.enters(&invocation{ref: ref, fr: fr, instr: instr, recv: ref.recv, rval: ref.rval}, s, true, group)
	}
}

// waitsHere notes what an instruction other than a call waits for.
func (f *flow) waitsHere(fr *frame, instr ssa.Instruction, s *state) {
	switch instr := instr.(type) {
	case *ssa.Send:
		f.waitFor(fr, instr, s, waitSend, f.loc(fr, instr.Chan))
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			f.waitFor(fr, instr, s, waitRecv, f.loc(fr, instr.X))
		}
	case *ssa.Select:
		f.selectWaits(fr, instr, s)
	case *ssa.Go:
		f.spawns(fr, instr, s)
	case ssa.CallInstruction:
		c := instr.Common()
		if b, ok := c.Value.(*ssa.Builtin); ok && b.Name() == "close" {
			f.waitFor(fr, instr, s, waitClose, f.loc(fr, c.Args[0]))
		}
	}
}

// waitsOrFrees reports whether an instruction waits for another goroutine,
// lets one go on, or starts one.
func waitsOrFrees(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Send, *ssa.Select, *ssa.Go:
		return true
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case ssa.CallInstruction:
		b, ok := instr.Common().Value.(*ssa.Builtin)
		return ok && b.Name() == "close"
	}
	return false
}

// isWaitType reports whether a call is of a method of a WaitGroup, a Cond or
// an errgroup.
func isWaitType(c *ssa.CallCommon) bool {
	fn := callee(c)
	if fn == nil || fn.Pkg == nil || fn.Signature.Recv() == nil {
		return false
	}
	if path := fn.Pkg.Pkg.Path(); path != "sync" && path != "golang.org/x/sync/errgroup" {
		return false
	}
	switch lockclass.TypeKey(fn.Signature.Recv().Type()) {
	case "sync.WaitGroup", "sync.Cond", "golang.org/x/sync/errgroup.Group":
		return true
	}
	return false
}
