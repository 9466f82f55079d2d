package lockflow

import "golang.org/x/tools/go/ssa"

// observedIn returns what was observed in fn. A function that does nothing to
// locks is followed only now, when someone asks what it waits for.
func (e *engine) observedIn(fn *ssa.Function) *observed {
	o := e.observed[fn]
	if o == nil && e.waitsBelow(fn) {
		e.current = fn
		f := newFlow(e, fn)
		f.run(f.root, new(state))
		o = f.seen
		e.observed[fn] = o
	}
	return o
}

// waitsBelow reports whether fn, or a function of the package that it calls,
// waits for a goroutine, lets one go on or starts one.
func (e *engine) waitsBelow(fn *ssa.Function) bool {
	if got, ok := e.waiters[fn]; ok {
		return got
	}
	e.waiters[fn] = false // in a recursion
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if waitsOrFrees(instr) || ok && (isWaitType(c.Common()) || e.callsWaiter(c.Common())) {
				e.waiters[fn] = true
				return true
			}
		}
	}
	return false
}

func (e *engine) callsWaiter(c *ssa.CallCommon) bool {
	fn := callee(c)
	if mc, ok := c.Value.(*ssa.MakeClosure); ok {
		fn = mc.Fn.(*ssa.Function)
	}
	if fn == nil {
		return false
	}
	fn = e.refOf(fn).fn
	return fn.Pkg != nil && fn.Pkg.Pkg == e.pkg && e.waitsBelow(fn)
}
