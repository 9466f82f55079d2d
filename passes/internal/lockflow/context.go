package lockflow

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// A helper that only its own package calls is judged by its callers: what all
// of them hold is a gate of every edge that the helper makes, and what all of
// them have just made and shown to nobody is not shared in the helper either.

// A callRecord is one call of such a helper.
type callRecord struct {
	caller *ssa.Function
	args   []*path
	held   []gate
	fresh  []bool // by argument: made by the caller and not published yet
}

// A context is what holds at every call of a function, in its own terms.
type context struct {
	gates []gate
	fresh []bool
}

// noteCall records a call of a function of the package.
func (f *flow) noteCall(in *invocation, s *state) {
	fn := in.ref.fn
	if fn == nil || fn.Blocks == nil || in.ref.obj == nil || in.ref.obj.Pkg() != f.pkg || in.ref.obj.Exported() {
		return
	}
	r := callRecord{caller: f.root.fn}
	for i := range fn.Params {
		var p *path
		fresh := false
		if in.recv != nil && i == 0 {
			p = in.recv
		} else if v := in.argument(i); v != nil {
			p = f.loc(in.fr, v)
		}
		if p != nil {
			fresh = p.kind == rootAlloc && f.unpublished(in.fr, in.instr, p)
		}
		r.args = append(r.args, p)
		r.fresh = append(r.fresh, fresh)
	}
	for _, h := range s.held {
		r.held = append(r.held, gate{h.path, h.mode})
	}
	f.calls[fn] = append(f.calls[fn], r)
}

// contexts works out the context of every helper, callers first.
func (e *engine) contexts(groups [][]*ssa.Function) {
	taken := e.addressTaken()
	for _, group := range slices.Backward(groups) {
		for _, fn := range group {
			records := slices.DeleteFunc(e.calls[fn], func(r callRecord) bool {
				return r.caller == fn || e.inTest(r.caller) && !e.inTest(fn)
			})
			if len(records) == 0 || taken[fn] {
				continue
			}
			c := e.contextAt(fn, records[0])
			for _, r := range records[1:] {
				c = c.meet(e.contextAt(fn, r))
			}
			if len(c.gates) > 0 || slices.Contains(c.fresh, true) {
				e.context[fn] = c
			}
		}
	}
}

func (e *engine) inTest(fn *ssa.Function) bool {
	return strings.HasSuffix(e.pass.Fset.Position(fn.Pos()).Filename, "_test.go")
}

// contextAt is what holds at one call, the caller's own context included.
func (e *engine) contextAt(fn *ssa.Function, r callRecord) *context {
	c := &context{fresh: slices.Clone(r.fresh)}
	held := r.held
	if outer := e.context[r.caller]; outer != nil {
		held = append(slices.Clip(held), outer.gates...)
		for i, a := range r.args {
			if a != nil && a.kind == rootParam && a.index < len(outer.fresh) && outer.fresh[a.index] {
				c.fresh[i] = true
			}
		}
	}
	for _, h := range held {
		if p := e.inCallee(fn, r, h.path); p != nil {
			c.gates = append(c.gates, gate{p, h.mode})
		}
	}
	return c
}

// inCallee names a path of the caller in terms of the callee's parameters.
func (e *engine) inCallee(fn *ssa.Function, r callRecord, p *path) *path {
	if p.root().kind == rootGlobal {
		return p
	}
	best, at := (*path)(nil), -1
	for i, a := range r.args {
		if a != nil && p.hasPrefix(a) && (best == nil || a.depth > best.depth) {
			best, at = a, i
		}
	}
	if best == nil || !p.certain() {
		return nil
	}
	return e.paths.replace(p, best, e.paths.param(at, lockclass.TypeKey(fn.Params[at].Type())))
}

// meet is what holds at both.
func (c *context) meet(d *context) *context {
	m := &context{fresh: make([]bool, len(c.fresh))}
	for i := range m.fresh {
		m.fresh[i] = c.fresh[i] && d.fresh[i]
	}
	for _, g := range c.gates {
		for _, h := range d.gates {
			if g.path == h.path {
				g.mode = max(g.mode, h.mode) // shared is the weaker claim
				m.gates = append(m.gates, g)
				break
			}
		}
	}
	return m
}

// refine applies a helper's context to one of its edges; it returns nil where
// the edge is between locks that nobody else can know.
func (e *engine) refine(raw *rawEdge) *rawEdge {
	c := e.context[raw.fn]
	if c == nil {
		return raw
	}
	fresh := func(p *path) bool {
		if p == nil {
			return false
		}
		r := p.root()
		return r.kind == rootParam && r.index < len(c.fresh) && c.fresh[r.index] && directPart(p)
	}
	if fresh(raw.from) || fresh(raw.to) {
		return nil
	}
	n := *raw
	n.gates = slices.Clip(raw.gates)
	for _, g := range c.gates {
		if g.path != raw.from && g.path != raw.to {
			n.gates = append(n.gates, g)
		}
	}
	return &n
}

// addressTaken returns the functions that are used other than by a call, or
// that an interface of the package may stand for.
func (e *engine) addressTaken() map[*ssa.Function]bool {
	taken := make(map[*ssa.Function]bool)
	for fn := range e.roots {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				var called *ssa.Value
				if c, ok := instr.(ssa.CallInstruction); ok {
					called = &c.Common().Value
				}
				for _, op := range instr.Operands(nil) {
					if f, ok := (*op).(*ssa.Function); ok && op != called {
						taken[e.refOf(f).fn] = true
					}
				}
				if g, ok := instr.(*ssa.Go); ok {
					if f := g.Call.StaticCallee(); f != nil {
						taken[e.refOf(f).fn] = true
					}
				}
			}
		}
	}
	names := e.interfaceMethods()
	for fn := range e.calls {
		if fn.Signature.Recv() != nil && names[fn.Name()] {
			taken[fn] = true
		}
	}
	return taken
}

// interfaceMethods returns the names of the unexported methods of the
// package's interfaces.
func (e *engine) interfaceMethods() map[string]bool {
	names := make(map[string]bool)
	scope := e.pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if iface, ok := tn.Type().Underlying().(*types.Interface); ok {
			for m := range iface.Methods() {
				names[m.Name()] = true
			}
		}
	}
	return names
}
