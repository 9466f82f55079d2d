package lockflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// returnsFresh reports whether fn returns the object that v made.
func (e *engine) returnsFresh(fn *ssa.Function, v ssa.Value) bool {
	fr := e.rootFrame(fn)
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && slices.ContainsFunc(ret.Results, func(r ssa.Value) bool {
			p := e.loc(fr, r)
			return r == v || p.kind == rootAlloc && p.val == v
		}) {
			return true
		}
	}
	return false
}

// surroundings is what the package says about its functions and classes that a
// single function does not.
type surroundings struct {
	called    map[*ssa.Function]bool // by other functions of the package
	started   map[*ssa.Function]bool // as goroutines
	releasers map[string]bool        // classes that some function releases without having acquired
	partners  map[string]bool        // … and that is more than a helper that nobody calls
	recovered map[*ssa.Function]bool // run under a function that recovers
}

func (e *engine) surroundings() *surroundings {
	if e.around == nil {
		e.around = &surroundings{
			called: make(map[*ssa.Function]bool), started: make(map[*ssa.Function]bool),
			releasers: make(map[string]bool), partners: make(map[string]bool), recovered: make(map[*ssa.Function]bool),
		}
		for fn := range e.roots {
			e.lookAround(fn, e.around)
		}
	}
	return e.around
}

// lookAround enters what fn says.
func (e *engine) lookAround(fn *ssa.Function, sur *surroundings) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if d, ok := instr.(*ssa.Defer); ok && e.callsRecover(d) {
				e.markBelow(fn, sur.recovered)
			}
			target := callee(c.Common())
			if target == nil {
				continue
			}
			target = e.refOf(target).fn
			if _, isGo := instr.(*ssa.Go); isGo {
				sur.started[target] = true
			} else if target != fn && (e.inTest(target) || !e.inTest(fn)) {
				sur.called[target] = true
			}
		}
	}
	s := e.sums[fn]
	if s == nil || e.inPlace[fn] {
		return
	}
	for _, x := range s.exits {
		for _, r := range x.released {
			name := e.class(r.path).name
			sur.releasers[name] = true
			if len(fn.Blocks) > 1 || e.calledFromOutside(fn) {
				sur.partners[name] = true
			}
		}
	}
}

func (e *engine) calledFromOutside(fn *ssa.Function) bool {
	obj := declared(fn)
	return obj == nil || fn.Parent() != nil || obj.Exported() && e.reachable(obj)
}

func (e *engine) markBelow(fn *ssa.Function, marked map[*ssa.Function]bool) {
	if fn == nil || marked[fn] {
		return
	}
	marked[fn] = true
	for _, c := range e.callees(fn) {
		e.markBelow(c, marked)
	}
}

// callsRecover reports whether a deferred function recovers.
func (e *engine) callsRecover(d *ssa.Defer) bool {
	fn := callee(&d.Call)
	if mc, ok := d.Call.Value.(*ssa.MakeClosure); ok {
		fn = mc.Fn.(*ssa.Function)
	}
	if fn == nil {
		return false
	}
	fn = e.refOf(fn).fn
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(*ssa.Call); ok {
				if b, ok := c.Call.Value.(*ssa.Builtin); ok && b.Name() == "recover" {
					return true
				}
			}
		}
	}
	return false
}
