package lockflow

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
)

// A tryLoop says what follows when a trylock fails: whether the program can
// only come back and try again, and what it does on the way.
type tryLoop struct {
	again    bool    // the same trylock is reached again
	gives    bool    // the function can end, or succeed in another way, first
	calls    bool    // it calls what may back off
	blocks   bool    // it waits on the way: another lock, a channel, a sleep
	released []*path // locks given up on the way
	unknown  bool    // too many paths to tell
}

// maxExplore bounds the exploration of what follows a failed trylock.
const maxExplore = 400

// kind returns the kind of the edge from h to the trylock's lock; spin is how
// the trylock itself was known.
func (l *tryLoop) kind(h *heldLock, how lockgraph.Kind) (kind lockgraph.Kind, retries bool) {
	loops := l.endless()
	released := slices.ContainsFunc(l.released, h.is)
	switch {
	case loops && !released:
		return lockgraph.Poll, false
	case how == lockgraph.Spin:
		return lockgraph.Spin, loops && !l.blocks
	case loops && !l.blocks:
		return lockgraph.Retry, false
	}
	return lockgraph.Try, false
}

// endless reports whether the trylock is tried until it succeeds.
func (l *tryLoop) endless() bool { return l.again && !l.gives && !l.unknown }

// tryLoop explores what follows when the trylock call v fails. The failure is
// the given outcome of the result that c names, or of v itself.
func (f *flow) tryLoop(fr *frame, v *ssa.Call, c *cond, failed outcome, at *state) *tryLoop {
	x := &explorer{f: f, fr: fr, call: v, loop: new(tryLoop), seen: make(map[string]bool)}
	s := &state{facts: at.facts, cells: at.cells}
	if c != nil {
		values := make([]outcome, c.result+1)
		values[c.result] = failed
		s = f.setResults(s, v, values)
	} else {
		s = f.setResult(s, v, failed)
	}
	if s == nil {
		return x.loop
	}
	b := v.Block()
	i := slices.Index(b.Instrs, ssa.Instruction(v))
	x.walk(b, i+1, s)
	return x.loop
}

// An explorer walks the paths after a failed trylock with what is known of the
// conditions on them. It looks only at what the function itself does, and at
// the summaries of what it calls.
type explorer struct {
	f    *flow
	fr   *frame
	call *ssa.Call
	loop *tryLoop
	own  []*path // locks acquired on the way: to release them gives up nothing
	seen map[string]bool
}

func (x *explorer) walk(b *ssa.BasicBlock, from int, s *state) {
	type item struct {
		b    *ssa.BasicBlock
		from int
		s    *state
	}
	queue := []item{{b, from, s}}
	for len(queue) > 0 {
		it := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if it.from == 0 {
			key := string(rune(it.b.Index)) + "/" + it.s.key(x.f)
			if x.seen[key] {
				continue
			}
			x.seen[key] = true
		}
		if len(x.seen) > maxExplore {
			x.loop.unknown = true
			return
		}
		s, ends := x.block(it.b, it.from, it.s)
		if ends {
			continue
		}
		var next []work
		switch last := it.b.Instrs[len(it.b.Instrs)-1].(type) {
		case *ssa.If:
			yes, no := x.f.decide(x.fr, s, last.Cond)
			next = x.f.follow(next, x.fr, it.b, 0, yes)
			next = x.f.follow(next, x.fr, it.b, 1, no)
		case *ssa.Jump:
			next = x.f.follow(next, x.fr, it.b, 0, s)
		}
		for _, w := range next {
			queue = append(queue, item{w.block, 0, w.state})
		}
	}
}

// block goes through b's instructions; ends is true where the path ends.
func (x *explorer) block(b *ssa.BasicBlock, from int, s *state) (*state, bool) {
	for _, instr := range b.Instrs[from:] {
		switch instr := instr.(type) {
		case *ssa.Return, *ssa.Panic:
			x.loop.gives = true
			return s, true
		case *ssa.Call:
			if instr == x.call {
				x.loop.again = true
				return s, true
			}
			if x.note(instr) {
				return s, true
			}
		case *ssa.Store:
			s = x.f.store(x.fr, instr, s)
		case *ssa.UnOp:
			if instr.Op.String() == "<-" {
				x.loop.blocks = true
			}
			s = x.f.loadCell(x.fr, instr, s)
		case *ssa.Send:
			x.loop.blocks = true
		case *ssa.Select:
			x.loop.blocks = x.loop.blocks || instr.Blocking
		}
	}
	return s, false
}

// note looks at a call on the way; ends is true if the attempt starts over
// there.
func (x *explorer) note(call *ssa.Call) (ends bool) {
	f, c := x.f, call.Common()
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return false
	}
	prim := f.knownPrimitive(c)
	if prim.kind == primNone {
		return x.noteSummary(call)
	}
	recv := f.receiver(c)
	if recv == nil {
		x.loop.blocks = x.loop.blocks || prim.kind == primBlock
		x.loop.calls = true
		return false
	}
	switch prim.kind {
	case primUnlock:
		if p := f.lockPath(x.fr, recv); !slices.Contains(x.own, p) {
			x.loop.released = append(x.loop.released, p)
		}
	case primLock:
		return x.wait(call, f.lockPath(x.fr, recv))
	case primBlock:
		x.loop.blocks = true
	case primNothing:
		x.loop.calls = true
	case primWait:
		x.loop.blocks = true
		if l, _ := f.condLock(x.fr, f.loc(x.fr, recv)); l != nil {
			x.loop.released = append(x.loop.released, l)
		}
	}
	return false
}

// mayBlock reports whether fn waits for time or for others, other than by a
// lock.
func (e *engine) mayBlock(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Send:
				return true
			case *ssa.Select:
				if instr.Blocking {
					return true
				}
			case *ssa.UnOp:
				if instr.Op == token.ARROW {
					return true
				}
			case *ssa.Call:
				c := instr.Common()
				switch e.primitiveCall(c).kind {
				case primBlock, primWait:
					return true
				}
				if f := callee(c); f != nil && e.waits(e.refOf(f), e.summaryOf(c)) {
					return true
				}
			}
		}
	}
	return false
}

// waits reports whether a call of ref waits for time or for others. Of another
// package's function only the name is known.
func (e *engine) waits(ref *funcRef, sum *summary) bool {
	if sum != nil && sum.blocks {
		return true
	}
	if ref.obj == nil || ref.obj.Pkg() == e.pkg {
		return false
	}
	name := strings.ToLower(ref.obj.Name())
	return slices.ContainsFunc([]string{"sleep", "wait", "backoff", "pause"}, func(word string) bool { return strings.Contains(name, word) })
}

// wait notes an acquisition on the way. To take the outer lock again is to
// start over, if the trylock can follow; any other lock is a place to wait.
func (x *explorer) wait(call *ssa.Call, p *path) (ends bool) {
	if !slices.Contains(x.loop.released, p) {
		x.loop.blocks = true
		x.own = append(x.own, p)
		return false
	}
	if !x.f.reaches(call, x.call) {
		return false
	}
	x.loop.again = true
	return true
}

func (x *explorer) noteSummary(call *ssa.Call) (ends bool) {
	f := x.f
	ref := f.resolve(x.fr, nil, call.Common().Value)
	x.loop.calls = x.loop.calls || ref == nil || ref.obj == nil || ref.obj.Pkg() == nil || ref.obj.Pkg().Path() != "sync/atomic"
	if call.Common().IsInvoke() || ref == nil {
		return false
	}
	sum := f.summaryFor(ref)
	x.loop.blocks = x.loop.blocks || f.waits(ref, sum)
	if sum == nil {
		return false
	}
	bind := f.bind(&invocation{ref: ref, fr: x.fr, instr: call, recv: ref.recv, rval: ref.rval, args: call.Call.Args})
	for _, e := range sum.exits {
		for _, r := range e.released {
			x.loop.released = append(x.loop.released, f.paths.rebase(r.path, bind))
		}
	}
	for _, e := range sum.exits {
		for _, h := range e.held {
			if h.how == lockgraph.Wait && x.wait(call, f.paths.rebase(h.path, bind)) {
				return true
			}
		}
	}
	return false
}

// lockPath is the path of the lock that a method's receiver is.
func (e *engine) lockPath(fr *frame, recv ssa.Value) *path {
	p := e.loc(fr, recv)
	if p.kind == stepRLocker {
		return p.parent
	}
	return p
}
