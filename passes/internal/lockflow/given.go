package lockflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// keeps pushes s through a call that keeps the functions it is given, to run
// them later.
func (f *flow) keeps(fr *frame, c *ssa.CallCommon, s *state) *state {
	for _, a := range c.Args {
		if mc, ok := a.(*ssa.MakeClosure); ok {
			s = f.give(fr, mc, s)
		}
	}
	return s
}

// unknownCall is a call of a function about which nothing is known: closures
// passed to it are taken to run at the call, with nothing more held.
func (f *flow) unknownCall(in *invocation, s *state) []*state {
	states := []*state{s}
	if in.ref.obj == nil { // of a declared function it is known that it does nothing
		states[0] = f.giveArgs(in.fr, in.args, s)
	}
	for i, a := range in.args {
		if in.recv != nil {
			i++ // takesFunc counts the receiver
		}
		if !isFunc(a) || in.ref.obj != nil && !takesFunc(in.ref.obj, i) {
			continue
		}
		if ref := f.resolve(in.fr, s, a); ref != nil {
			states = f.runArgument(in, ref, states)
		}
	}
	return states
}

// giveArgs forgets the locks that are passed to a function of which nothing is
// known: it may release them.
func (f *flow) giveArgs(fr *frame, args []ssa.Value, s *state) *state {
	for _, a := range args {
		if len(s.held) > 0 && lockclass.PointsToLock(a.Type()) {
			p := f.lockPath(fr, a)
			s = f.drop(s, func(h *heldLock) bool { return h.is(p) })
		}
	}
	return s
}

// running are the packages whose functions run the functions that they are
// given, and keep none.
var running = map[string]bool{
	"sort": true, "slices": true, "maps": true, "strings": true, "bytes": true,
	"io/fs": true, "path/filepath": true, "go/ast": true,
}

// runArgument runs a function passed to another of which nothing is known.
func (f *flow) runArgument(in *invocation, ref *funcRef, states []*state) []*state {
	if ref.fn != nil && yieldBody(ref.fn) {
		return f.callback(in, ref, states, nil, nil, []site{})
	}
	if obj := in.ref.obj; obj != nil && obj.Pkg() != nil && (running[obj.Pkg().Path()] || lockclass.FuncKey(obj) == "sync.Map.Range") {
		return f.callback(in, ref, states, nil, nil, []site{})
	}
	return f.guess(in, ref, states)
}

// guess is callback for a function that may be kept instead of called: what it
// shows of single locks is in doubt.
func (f *flow) guess(in *invocation, ref *funcRef, states []*state) []*state {
	out := f.callback(in, ref, doubtAll(states), nil, nil, []site{})
	certain := slices.DeleteFunc(slices.Clone(states), func(s *state) bool { return s.doubt })
	for i, t := range out {
		if len(certain) > 0 && !f.changesHeld(certain, one(t)) {
			t = t.clone()
			t.doubt = false
			out[i] = t
		}
	}
	return f.dedupe(out)
}

func doubtAll(states []*state) []*state {
	out := make([]*state, len(states))
	for i, s := range states {
		out[i] = s.doubtful()
	}
	return out
}

// callback runs ref, which in's function calls, in each of the states, any
// number of times. held is what the callee holds meanwhile, dropped what it
// has released of the caller's.
func (f *flow) callback(in *invocation, ref *funcRef, states []*state, held []*heldLock, dropped []*path, via []site) []*state {
	if via == nil {
		via = []site{}
	}
	f.nested++
	defer func() { f.nested-- }()
	if f.steps += len(states); f.nested > maxNested || f.steps > maxSteps {
		f.widened = true
		return doubtAll(states)
	}
	out := states
	todo := states
	rounds := 1
	if ref.fn != nil && yieldBody(ref.fn) {
		rounds = 3
	}
	for range rounds {
		var next []*state
		for _, s := range todo {
			next = append(next, f.callbackOnce(in, ref, s, held, dropped, via)...)
		}
		if rounds == 1 && f.changesHeld(todo, next) {
			return f.dedupe(next) // it is called to do that
		}
		before := len(out)
		out = f.dedupe(append(append([]*state(nil), out...), next...))
		if len(out) == before {
			break
		}
		todo = out[before:]
	}
	return out
}

// changesHeld reports whether no state before a call holds the same locks as
// one after it.
func (f *flow) changesHeld(before, after []*state) bool {
	same := func(a, b *state) bool {
		return slices.EqualFunc(a.held, b.held, func(g, h *heldLock) bool { return g.path == h.path && g.mode == h.mode }) &&
			slices.Equal(a.released, b.released)
	}
	return len(after) > 0 && !slices.ContainsFunc(after, func(a *state) bool {
		return slices.ContainsFunc(before, func(b *state) bool { return same(a, b) })
	})
}

func (f *flow) callbackOnce(in *invocation, ref *funcRef, s *state, held []*heldLock, dropped []*path, via []site) []*state {
	var away []*heldLock
	t := s.clone()
	t.held = nil
	for _, h := range s.held {
		if f.isDropped(h, dropped) {
			away = append(away, h)
		} else {
			t.held = append(t.held, h)
		}
	}
	sub := &invocation{ref: ref, fr: in.fr, instr: in.instr, recv: ref.recv, rval: ref.rval, via: via}
	for _, h := range held {
		n := *h
		n.frame, n.callback = pendingFrame, sub
		t.held = append(t.held, &n)
	}
	var out []*state
	for _, r := range f.enter(sub, t) {
		u := r.clone()
		u.held = append([]*heldLock(nil), away...)
		for _, h := range r.held {
			if h.callback != sub {
				u.held = append(u.held, h)
			}
		}
		out = append(out, u)
	}
	return out
}

// passedClosures runs the closures passed to a function that is not known.
func (f *flow) passedClosures(fr *frame, instr ssa.CallInstruction, s *state) []*state {
	c := instr.Common()
	return f.unknownCall(&invocation{ref: new(funcRef), fr: fr, instr: instr, args: c.Args}, s)
}
