package lockflow

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// unpublished reports whether p lies in an object that this function made and
// that no other goroutine can know of when instr runs.
func (f *flow) unpublished(fr *frame, instr ssa.Instruction, p *path) bool {
	r := p.root()
	if r.kind != rootAlloc || !directPart(p) {
		return false
	}
	a := r.val.(*ssa.Alloc)
	for g := fr; g != nil; g = g.caller {
		if g.fn == a.Parent() {
			return !f.publishedBefore(a, instr)
		}
		if g.call == nil {
			return false
		}
		instr = g.call
	}
	return false
}

// publishedBefore reports whether some use of a that makes it known to others
// can run before instr.
func (e *engine) publishedBefore(a *ssa.Alloc, instr ssa.Instruction) bool {
	pubs, ok := e.published[a]
	if !ok {
		pubs = e.publications(a, nil, 0)
		e.published[a] = pubs
	}
	for _, p := range pubs {
		if e.reaches(p, instr) {
			return true
		}
	}
	return false
}

// publications lists the instructions that may hand the object that v points
// to to another goroutine.
func (e *engine) publications(v ssa.Value, pubs []ssa.Instruction, depth int) []ssa.Instruction {
	if v.Referrers() == nil || depth > 6 {
		return pubs
	}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Val == v && !localAddr(ref.Addr) {
				pubs = append(pubs, ref)
			}
		case *ssa.MapUpdate, *ssa.Send, *ssa.Go:
			pubs = append(pubs, ref)
		case *ssa.MakeInterface, *ssa.ChangeType, *ssa.Phi, *ssa.ChangeInterface:
			if !(isPhi(ref) && depth > 3) {
				pubs = e.publications(ref.(ssa.Value), pubs, depth+1)
			}
		case *ssa.FieldAddr:
			if lockclass.IsLock(ref.Type()) {
				continue // its own lock's methods
			}
			pubs = e.publications(ref, pubs, depth+1)
		case *ssa.MakeClosure:
			if !onlyRunHere(ref) {
				pubs = append(pubs, ref)
			}
		case *ssa.Call:
			if e.callPublishes(ref.Common(), v) {
				pubs = append(pubs, ref)
			}
		}
	}
	return pubs
}

func isPhi(i ssa.Instruction) bool { _, ok := i.(*ssa.Phi); return ok }

// localAddr reports whether addr is a variable of the function that SSA did
// not lift only because a closure that runs in place uses it, or because it is
// part of another local.
func localAddr(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.Alloc:
		return !a.Heap || !slices.ContainsFunc(*a.Referrers(), func(i ssa.Instruction) bool {
			mc, ok := i.(*ssa.MakeClosure)
			return ok && !onlyRunHere(mc)
		})
	case *ssa.FieldAddr:
		return localAddr(a.X)
	}
	return false
}

// onlyRunHere reports whether a closure is only called or deferred by the
// function that makes it.
func onlyRunHere(mc *ssa.MakeClosure) bool {
	for _, ref := range *mc.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Call:
			if ref.Call.Value != mc {
				return false
			}
		case *ssa.Defer:
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// callPublishes reports whether a call may make v known to others: unless the
// callee is declared here and keeps its parameter to itself.
func (e *engine) callPublishes(c *ssa.CallCommon, v ssa.Value) bool {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() == "append"
	}
	if e.primitiveCall(c).kind != primNone {
		return false
	}
	fn := c.StaticCallee()
	if fn == nil || c.IsInvoke() || fn.Blocks == nil {
		return true
	}
	for i, a := range c.Args {
		if a == v && i < len(fn.Params) && e.paramEscapes(fn, i) {
			return true
		}
	}
	return false
}

type paramKey struct {
	fn *ssa.Function
	i  int
}

// paramEscapes reports whether fn may publish what its i'th parameter points
// to.
func (e *engine) paramEscapes(fn *ssa.Function, i int) bool {
	k := paramKey{fn, i}
	if esc, ok := e.escapes[k]; ok {
		return esc
	}
	e.escapes[k] = false // in a recursion, what the rest says
	esc := len(e.publications(fn.Params[i], nil, 0)) > 0
	e.escapes[k] = esc
	return esc
}

// reaches reports whether control can go from a to b.
func (e *engine) reaches(a, b ssa.Instruction) bool {
	if a.Parent() != b.Parent() {
		return true
	}
	from, to := a.Block(), b.Block()
	if from == to && slices.Index(from.Instrs, a) < slices.Index(to.Instrs, b) {
		return true
	}
	return e.after(from)[to.Index]
}

// reachesPast reports whether control can come from a to b, of one function,
// without coming to the block past again.
func reachesPast(a, b ssa.Instruction, past *ssa.BasicBlock) bool {
	from, to := a.Block(), b.Block()
	if from == to && slices.Index(from.Instrs, a) < slices.Index(to.Instrs, b) {
		return true
	}
	seen := map[*ssa.BasicBlock]bool{past: true}
	queue := slices.Clone(from.Succs)
	for len(queue) > 0 {
		x := queue[0]
		queue = queue[1:]
		if !seen[x] {
			seen[x] = true
			queue = append(queue, x.Succs...)
		}
	}
	return to != past && seen[to]
}

// after returns, by index, the blocks that control can go to from the end of b.
func (e *engine) after(b *ssa.BasicBlock) []bool {
	seen, ok := e.afterBlock[b]
	if ok {
		return seen
	}
	seen = make([]bool, len(b.Parent().Blocks))
	queue := slices.Clone(b.Succs)
	for len(queue) > 0 {
		x := queue[0]
		queue = queue[1:]
		if !seen[x.Index] {
			seen[x.Index] = true
			queue = append(queue, x.Succs...)
		}
	}
	e.afterBlock[b] = seen
	return seen
}

// inLoop reports whether b is in a loop.
func (e *engine) inLoop(b *ssa.BasicBlock) bool { return e.after(b)[b.Index] }

// ordered reports whether the function takes the locks of two instances in an
// order that it establishes itself: it compares something of the one with
// something of the other, or sorts what they come from.
func (e *engine) ordered(fr *frame, p, q *path) bool {
	ps, qs := e.origins(p), e.origins(q)
	if q.hasPrefix(object(p)) || p.hasPrefix(object(q)) {
		return false // one leads to the other: there is nothing to compare
	}
	for g := fr; g != nil; g = g.caller {
		for _, b := range g.fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case *ssa.BinOp:
					switch instr.Op {
					case token.LSS, token.GTR, token.LEQ, token.GEQ:
						x, y := e.leaves(instr.X), e.leaves(instr.Y)
						if meets(x, ps) && meets(y, qs) || meets(x, qs) && meets(y, ps) {
							return true
						}
					}
				case *ssa.Call:
					if e.comparesCall(instr, ps, qs) {
						return true
					}
				}
			}
		}
	}
	return false
}

// comparesCall recognises a call that sorts, and one that is given both
// objects and returns a number or a truth value.
func (e *engine) comparesCall(c *ssa.Call, ps, qs []ssa.Value) bool {
	fn := c.Common().StaticCallee()
	if fn != nil && fn.Pkg != nil {
		if path := fn.Pkg.Pkg.Path(); path == "sort" || path == "slices" && len(fn.Name()) >= 4 && fn.Name()[:4] == "Sort" {
			return true
		}
		if o := fn.Origin(); o != nil && o.Pkg != nil && o.Pkg.Pkg.Path() == "slices" && len(o.Name()) >= 4 && o.Name()[:4] == "Sort" {
			return true
		}
	}
	b, ok := c.Type().Underlying().(*types.Basic)
	if fn != nil && (strings.Contains(strings.ToLower(fn.Name()), "equal") || !decidesBranch(c)) {
		return false
	}
	if !ok || b.Info()&(types.IsBoolean|types.IsInteger) == 0 || len(c.Call.Args) < 2 {
		return false
	}
	for i, a := range c.Call.Args {
		for _, b := range c.Call.Args[i+1:] {
			x, y := e.leaves(a), e.leaves(b)
			if meets(x, ps) && meets(y, qs) || meets(x, qs) && meets(y, ps) {
				return true
			}
		}
	}
	return false
}

// decidesBranch reports whether a branch depends on v.
func decidesBranch(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(i ssa.Instruction) bool {
		switch i := i.(type) {
		case *ssa.If:
			return true
		case *ssa.BinOp:
			return decidesBranch(i)
		case *ssa.UnOp:
			return decidesBranch(i)
		}
		return false
	})
}

// origins returns the values that p depends on, phis taken apart.
func (e *engine) origins(p *path) []ssa.Value {
	var out []ssa.Value
	for q := p; q != nil; q = q.parent {
		if q.val != nil {
			out = append(out, e.leaves(q.val)...)
		}
	}
	r := p.root()
	if r.kind == rootParam {
		out = append(out, paramValue{index: r.index})
	}
	return out
}

// leaves returns the parameters, calls and variables that v is computed from.
func (e *engine) leaves(v ssa.Value) []ssa.Value {
	var out []ssa.Value
	seen := make(map[ssa.Value]bool)
	var visit func(v ssa.Value)
	visit = func(v ssa.Value) {
		if v == nil || seen[v] || len(seen) > 200 {
			return
		}
		seen[v] = true
		switch x := v.(type) {
		case *ssa.Parameter:
			out = append(out, paramValue{index: paramIndex(x.Parent(), x)}, x)
			return
		case *ssa.Const, *ssa.Builtin, *ssa.Function:
			return
		case *ssa.Global, *ssa.FreeVar:
			out = append(out, v)
			return
		case *ssa.Alloc:
			out = append(out, v)
			if s := e.onlyStore(x); s != nil {
				visit(s)
			}
			return
		case *ssa.Call, *ssa.Phi:
			out = append(out, v)
		}
		if instr, ok := v.(ssa.Instruction); ok {
			for _, op := range instr.Operands(nil) {
				visit(*op)
			}
		}
	}
	visit(v)
	return out
}

// A paramValue stands for a parameter by its position, as paths do.
type paramValue struct {
	ssa.Value
	index int
}

func meets(a, b []ssa.Value) bool {
	for _, x := range a {
		if x != nil && slices.Contains(b, x) {
			return true
		}
	}
	return false
}
