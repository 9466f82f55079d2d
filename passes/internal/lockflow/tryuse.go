package lockflow

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
)

// A rawTry is a trylock, or a call that may fail to acquire its lock, whose
// failure is not heeded.
type rawTry struct {
	kind  TryKind
	path  *path
	at    site
	other site
}

// An attempt is a trylock, or a call of a function that says by its result
// whether it holds a lock now.
type attempt struct {
	path   *path
	result ssa.Value
	writes map[ssa.Instruction]presence // what it guards, if it guards it
}

// A presence says in which states an instruction was reached.
type presence uint8

const (
	whileHeld presence = 1 << iota
	whileLacking
)

// attempted notes a trylock of p, or a call that may fail to acquire it.
func (f *flow) attempted(at site, p *path, result ssa.Value) {
	a := f.seen.tried[at]
	if a == nil {
		a = &attempt{path: p, writes: make(map[ssa.Instruction]presence)}
		f.seen.tried[at] = a
	}
	a.result = result
	if result == nil || unused(result) {
		f.seen.tries = append(f.seen.tries, rawTry{TryIgnored, p, at, at})
	}
}

// unused reports whether nothing in the source asks for v.
func unused(v ssa.Value) bool {
	return !slices.ContainsFunc(*v.Referrers(), func(i ssa.Instruction) bool {
		_, debug := i.(*ssa.DebugRef)
		return !debug
	})
}

// polls notes a trylock that is repeated with nothing in between.
func (f *flow) polls(at site, p *path, loop *tryLoop, s *state) {
	if loop.endless() && !loop.blocks && !loop.calls && len(s.held) == 0 && !s.doubt {
		f.seen.tries = append(f.seen.tries, rawTry{TryPolled, p, at, at})
	}
}

// heeded reports whether another function is told how the attempt ended.
func (a *attempt) heeded() bool {
	return a.result != nil && slices.ContainsFunc(*a.result.Referrers(), func(i ssa.Instruction) bool {
		c, ok := i.(ssa.CallInstruction)
		return ok && slices.Contains(c.Common().Args, a.result)
	})
}

// asserts reports whether the success of a trylock ends in a panic, or fails a
// test: it checks that the lock is held.
func asserts(v *ssa.Call) bool {
	return slices.ContainsFunc(outcomeBlocks(v, true), func(b *ssa.BasicBlock) bool {
		for range 3 {
			if failsTest(b) {
				return true
			}
			switch b.Instrs[len(b.Instrs)-1].(type) {
			case *ssa.Panic:
				return true
			case *ssa.Jump:
				b = b.Succs[0]
			}
		}
		return false
	})
}

// expects reports whether the failure of a trylock fails a test: what the test
// does after that is of no consequence.
func expects(v *ssa.Call) bool { return slices.ContainsFunc(outcomeBlocks(v, false), failsTest) }

// outcomeBlocks returns the blocks that follow if v is true, or false.
func outcomeBlocks(v *ssa.Call, outcome bool) []*ssa.BasicBlock {
	var out []*ssa.BasicBlock
	for _, ref := range *v.Referrers() {
		yes := outcome
		if not, ok := ref.(*ssa.UnOp); ok && len(*not.Referrers()) == 1 {
			ref, yes = (*not.Referrers())[0], !outcome
		}
		br, ok := ref.(*ssa.If)
		if !ok {
			continue
		}
		if yes {
			out = append(out, br.Block().Succs[0])
		} else {
			out = append(out, br.Block().Succs[1])
		}
	}
	return out
}

// failsTest reports whether a block calls a method of a test.
func failsTest(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
		c, ok := i.(*ssa.Call)
		if !ok {
			return false
		}
		obj := declared(callee(c.Common()))
		if c.Call.IsInvoke() {
			obj = c.Call.Method
		}
		return obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "testing"
	})
}

// guarded notes that an instruction writes to the object whose lock was tried,
// with the lock held or with the attempt failed.
func (f *flow) guarded(fr *frame, instr ssa.Instruction, s *state) {
	if len(f.seen.tried) == 0 || s.doubt {
		return
	}
	target := f.written(fr, instr)
	if target == nil {
		return
	}
	if st, ok := instr.(*ssa.Store); ok && slices.ContainsFunc(slices.Collect(maps.Values(f.seen.tried)), func(a *attempt) bool { return a.result == st.Val }) {
		return // it notes how the attempt ended
	}
	if s.lacks != nil {
		if a := f.seen.tried[s.lacks]; a != nil && guards(a.path, target) && !slices.ContainsFunc(s.held, func(h *heldLock) bool { return h.is(a.path) }) {
			a.writes[instr] |= whileLacking
		}
	}
	for _, h := range s.held {
		if a := f.seen.tried[h.here()]; a != nil && guards(a.path, target) {
			a.writes[instr] |= whileHeld
		}
	}
}

// guards reports whether the lock at p lies in the object that is written to.
func guards(p, target *path) bool {
	o := object(p)
	return target.hasPrefix(o) && (o != p || o.kind != rootGlobal)
}

// written returns what an instruction writes to, nil if it does not.
func (f *flow) written(fr *frame, instr ssa.Instruction) *path {
	switch instr := instr.(type) {
	case *ssa.Store:
		return f.loc(fr, instr.Addr)
	case *ssa.MapUpdate:
		return f.loc(fr, instr.Map)
	case *ssa.Call:
		if b, ok := instr.Call.Value.(*ssa.Builtin); ok {
			if b.Name() == "delete" || b.Name() == "clear" {
				return f.loc(fr, instr.Call.Args[0])
			}
			return nil
		}
		fn := callee(instr.Common())
		if fn != nil && fn.Signature.Recv() != nil && f.primitiveCall(instr.Common()).kind == primNone && f.writesReceiver(f.refOf(fn).fn) {
			return f.loc(fr, instr.Call.Args[0])
		}
	}
	return nil
}

// writesReceiver reports whether a method of the package writes to a field of
// its receiver.
func (e *engine) writesReceiver(fn *ssa.Function) bool {
	if fn == nil || len(fn.Params) == 0 || fn.Pkg == nil || fn.Pkg.Pkg != e.pkg {
		return false
	}
	fr := e.rootFrame(fn)
	recv := e.loc(fr, fn.Params[0])
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			var p *path
			switch instr := instr.(type) {
			case *ssa.Store:
				p = e.loc(fr, instr.Addr)
			case *ssa.MapUpdate:
				p = e.loc(fr, instr.Map)
			}
			if p != nil && p != recv && p.hasPrefix(recv) {
				return true
			}
		}
	}
	return false
}

// observeTries completes what is known of the function's attempts.
func (f *flow) observeTries(results []result) {
	for at, a := range f.seen.tried {
		for _, p := range a.writes {
			if p == whileHeld|whileLacking && !a.heeded() {
				f.seen.tries = append(f.seen.tries, rawTry{TryFallsThrough, a.path, at, at})
				break
			}
		}
	}
	obj := declared(f.root.fn)
	if obj == nil || f.root.fn.Parent() != nil || !isTryName(obj.Name()) || !returnsBool(obj) || obj.Signature().Params().Len() > 0 {
		return
	}
	for _, r := range results {
		if r.ret == nil || r.state.doubt || len(r.values) != 1 || r.values[0] == isFalse {
			continue
		}
		for _, h := range r.state.held {
			if h.how == lockgraph.Wait && len(h.via) == 0 && !h.entry && h.callback == nil {
				f.seen.tries = append(f.seen.tries, rawTry{TryBlocks, h.path, h.site, h.site})
			}
		}
	}
}

func isTryName(name string) bool {
	return name == "TryLock" || name == "TryRLock" || strings.EqualFold(name, "tryLock") || strings.EqualFold(name, "tryRLock")
}

// mayFail returns the result by which a function says that it acquired p, -1
// if there is none: the ends with p held differ in it from those without.
func mayFail(sum *summary, p *path, sig *types.Signature) int {
	for i := range sig.Results().Len() {
		held, ok, other := unknown, true, false
		for _, x := range sum.exits {
			if x.panics {
				continue
			}
			if i >= len(x.results) || x.results[i] == unknown {
				ok = false
				break
			}
			has := slices.ContainsFunc(x.held, func(h netHeld) bool { return h.path == p })
			o := x.results[i]
			if !has {
				o, other = o.not(), true
			}
			if held != unknown && held != o {
				ok = false
			}
			held = o
		}
		if ok && other && held != unknown {
			return i
		}
	}
	return -1
}

// attemptedCall notes the locks that a call may fail to acquire.
func (f *flow) attemptedCall(in *invocation, bind binding, sum *summary) {
	v, ok := in.instr.(*ssa.Call)
	if !ok || in.via != nil || in.ref.obj == nil {
		return
	}
	if endlessArg(v) {
		return // nothing ends the wait but success
	}
	seen := map[*path]bool{}
	for _, x := range sum.exits {
		for _, h := range x.held {
			if seen[h.path] || x.panics || h.path.kind == stepFlag && !isTryName(in.ref.obj.Name()) {
				continue
			}
			seen[h.path] = true
			if i := mayFail(sum, h.path, in.ref.obj.Signature()); i >= 0 {
				f.attempted(f.siteAt(in.fr, in.instr), f.paths.rebase(h.path, bind), resultOf(v, i))
			}
		}
	}
}

// endlessArg reports whether a call is given a context that never ends.
func endlessArg(v *ssa.Call) bool {
	return slices.ContainsFunc(v.Call.Args, func(a ssa.Value) bool {
		c, ok := a.(*ssa.Call)
		return ok && isEndlessContext(c)
	})
}

// isEndlessContext reports whether a call is context.Background or TODO.
func isEndlessContext(c *ssa.Call) bool {
	obj := declared(callee(c.Common()))
	return obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "context" && (obj.Name() == "Background" || obj.Name() == "TODO")
}

// resultOf returns the i'th result of a call, nil if nothing asks for it.
func resultOf(v *ssa.Call, i int) ssa.Value {
	if _, ok := v.Type().(*types.Tuple); !ok {
		return v
	}
	for _, ref := range *v.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok && x.Index == i {
			return x
		}
	}
	return nil
}

// onlyProbes reports whether fn does nothing but use locks: a trylock in it
// asks whether the lock is held, for a caller that may know that it is.
func (e *engine) onlyProbes(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Store, *ssa.MapUpdate, *ssa.Send, *ssa.Go:
				return false
			case ssa.CallInstruction:
				if e.primitiveCall(instr.Common()).kind == primNone {
					return false
				}
			}
		}
	}
	return true
}
