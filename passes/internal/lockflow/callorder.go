package lockflow

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// callOrder groups fns so that callees come before callers; the functions of
// a recursion are one group.
func callOrder(e *engine, fns []*ssa.Function) [][]*ssa.Function {
	index := make(map[*ssa.Function]int)
	for i, fn := range fns {
		index[fn] = i + 1
	}
	o := &orderer{e: e, index: index, low: make(map[*ssa.Function]int), num: make(map[*ssa.Function]int)}
	for _, fn := range fns {
		if o.num[fn] == 0 {
			o.visit(fn)
		}
	}
	for _, g := range o.groups {
		slices.SortFunc(g, func(a, b *ssa.Function) int { return cmp.Compare(index[a], index[b]) })
	}
	return o.groups
}

// An orderer is Tarjan's algorithm over the static calls of a package. A
// function also depends on the closures it makes.
type orderer struct {
	e        *engine
	index    map[*ssa.Function]int
	num, low map[*ssa.Function]int
	stack    []*ssa.Function
	on       map[*ssa.Function]bool
	n        int
	groups   [][]*ssa.Function
}

func (o *orderer) visit(fn *ssa.Function) {
	if o.on == nil {
		o.on = make(map[*ssa.Function]bool)
	}
	o.n++
	o.num[fn], o.low[fn] = o.n, o.n
	o.stack = append(o.stack, fn)
	o.on[fn] = true
	for _, callee := range o.e.callees(fn) {
		if o.index[callee] == 0 {
			continue
		}
		if o.num[callee] == 0 {
			o.visit(callee)
			o.low[fn] = min(o.low[fn], o.low[callee])
		} else if o.on[callee] {
			o.low[fn] = min(o.low[fn], o.num[callee])
		}
	}
	if o.low[fn] != o.num[fn] {
		return
	}
	i := slices.Index(o.stack, fn)
	group := slices.Clone(o.stack[i:])
	o.stack = o.stack[:i]
	for _, g := range group {
		o.on[g] = false
	}
	o.groups = append(o.groups, group)
}

// callees returns the functions of the package that fn may enter: those it
// calls, and the closures and method values it makes.
func (e *engine) callees(fn *ssa.Function) []*ssa.Function {
	var out []*ssa.Function
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok && c.Common().IsInvoke() {
				out = append(out, e.behind(c.Common())...)
			}
			for _, op := range instr.Operands(nil) {
				switch v := (*op).(type) {
				case *ssa.Function:
					out = append(out, e.refOf(v).fn)
				case *ssa.MakeClosure:
					out = append(out, e.refOf(v.Fn.(*ssa.Function)).fn)
				case *ssa.MakeInterface:
					out = append(out, e.formatMethods(v)...)
				}
			}
		}
	}
	return append(out, fn.AnonFuncs...)
}

// behind returns the package's own functions that an interface call may enter,
// if they are few.
func (e *engine) behind(c *ssa.CallCommon) []*ssa.Function {
	key := e.interfaceKey(c.Value.Type(), c.Method)
	if key == "" {
		return nil
	}
	fns, ok := e.entered[key]
	if !ok {
		for _, p := range e.implementers(&target{key: key, method: c.Method.Name()}) {
			if p.fn != nil {
				fns = append(fns, p.fn)
			}
		}
		if len(fns) > maxProviders {
			fns = nil
		}
		e.entered[key] = fns
	}
	return fns
}

// formatMethods returns the methods that formatting a value calls.
func (e *engine) formatMethods(v *ssa.MakeInterface) []*ssa.Function {
	f := &flow{engine: e}
	var out []*ssa.Function
	fr := e.rootFrame(v.Parent())
	for _, set := range []string{"fmt", "json"} {
		if ref := f.implicitMethod(fr, v, set); ref != nil {
			out = append(out, ref.fn)
		}
	}
	return out
}

func callsItself(e *engine, fn *ssa.Function) bool {
	return slices.Contains(e.callees(fn), fn)
}
