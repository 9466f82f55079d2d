package lockflow

import (
	"iter"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A backlink is a field through which an object leads back to the one that it
// hangs in: q.obs = append(q.obs, &alarm{q: q}) makes alarm.q one, with quota.obs
// for its home. A lock taken through alarm.q, in a method that is called on what
// quota.obs holds, is that quota's own. Where the object hangs elsewhere, as in
// a chain of wrappers of one interface, it says nothing.

// comesBack reports whether p leads through a backlink to the object in which
// base, where the callee of fn was found, hangs.
func (e *engine) comesBack(fn *ssa.Function, p, base *path) bool {
	if e.backlinks == nil {
		e.findBacklinks()
	}
	var homes []string
	for q := p; q != nil && q != base; q = q.parent {
		if q.kind == stepDeref && q.parent.kind == stepField {
			field := q.parent.owner + "." + q.parent.name
			for _, h := range e.backlinks[field] {
				if h != field { // a chain: each leads to the next
					homes = append(homes, h)
				}
			}
		}
	}
	if len(homes) == 0 {
		return false
	}
	return slices.ContainsFunc(e.homesOf(fn, base, 3), func(h string) bool { return slices.Contains(homes, h) })
}

// homesOf returns the fields that a value of fn was found in: of a parameter,
// those in which the package's callers found it.
func (e *engine) homesOf(fn *ssa.Function, p *path, depth int) []string {
	if h := homeField(p); h != "" {
		return []string{h}
	}
	if p.root().kind != rootParam || depth == 0 {
		return nil
	}
	var out []string
	for caller := range e.roots {
		for _, b := range caller.Blocks {
			for _, instr := range b.Instrs {
				c, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if target := callee(c.Common()); target != nil && e.refOf(target).fn == fn {
					q := e.paths.rebase(p, e.bindArgs(e.rootFrame(caller), c.Common()))
					out = append(out, e.homesOf(caller, q, depth-1)...)
				}
			}
		}
	}
	return out
}

// homeField returns the field that p, or the list that p is an element of, is
// stored in.
func homeField(p *path) string {
	for p != nil && (p.kind == stepDeref || p.kind == stepIndex) {
		p = p.parent
	}
	if p == nil || p.kind != stepField {
		return ""
	}
	return p.owner + "." + p.name
}

// findBacklinks looks for objects that are made with a pointer to another and
// then stored in that other.
func (e *engine) findBacklinks() {
	e.backlinks = make(map[string][]string)
	for a, b := range e.inverse {
		e.backlinks[a] = append(e.backlinks[a], b)
		e.backlinks[b] = append(e.backlinks[b], a)
	}
	made := make(map[*ssa.Function][]madeField)
	fns := slices.SortedFunc(maps.Keys(e.roots), compareFuncs)
	for _, fn := range fns {
		fr := e.rootFrame(fn)
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				a, ok := instr.(*ssa.Alloc)
				if !ok {
					continue
				}
				for field, v := range referenceFields(a) {
					p := e.loc(fr, v)
					e.backlinks[field] = append(e.backlinks[field], e.homesUnder(fr, a, p)...)
					if p.kind == rootParam && e.returnsFresh(fn, a) {
						made[fn] = append(made[fn], madeField{field, p.index})
					}
				}
			}
		}
	}
	for _, fn := range fns {
		e.backlinksByConstructor(fn, made)
	}
}

// A madeField is a field that a constructor sets to one of its parameters.
type madeField struct {
	field string
	param int
}

func (e *engine) backlinksByConstructor(fn *ssa.Function, made map[*ssa.Function][]madeField) {
	if len(made) == 0 {
		return
	}
	fr := e.rootFrame(fn)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			target := callee(call.Common())
			if target == nil {
				continue
			}
			for _, m := range made[e.refOf(target).fn] {
				if m.param < len(call.Call.Args) {
					p := e.loc(fr, call.Call.Args[m.param])
					e.backlinks[m.field] = append(e.backlinks[m.field], e.homesUnder(fr, call, p)...)
				}
			}
		}
	}
}

// fieldStores yields what is stored in fields of a, by the index of the field.
func fieldStores(a *ssa.Alloc) iter.Seq2[int, ssa.Value] {
	return func(yield func(int, ssa.Value) bool) {
		for _, ref := range *a.Referrers() {
			fa, ok := ref.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			for _, r := range *fa.Referrers() {
				if st, ok := r.(*ssa.Store); ok && st.Addr == fa && !yield(fa.Field, st.Val) {
					return
				}
			}
		}
	}
}

// referenceFields returns the references that are stored in fields of a, by
// owner and name of the field.
func referenceFields(a *ssa.Alloc) map[string]ssa.Value {
	var out map[string]ssa.Value
	for i, v := range fieldStores(a) {
		if !isReference(v.Type()) {
			continue
		}
		name, owner, _, _ := fieldOf(a.Type(), i)
		if out == nil {
			out = make(map[string]ssa.Value)
		}
		out[owner+"."+name] = v
	}
	return out
}

// homesUnder returns the fields of the object at p in which v, or a copy of it,
// is stored.
func (e *engine) homesUnder(fr *frame, v ssa.Value, p *path) []string {
	h := &homeSearch{engine: e, fr: fr, under: func(v ssa.Value) bool { return e.loc(fr, v).hasPrefix(p) }}
	h.from(v)
	return h.homes
}

// A homeSearch follows a value to the fields that it is stored in.
type homeSearch struct {
	*engine
	fr    *frame
	under func(ssa.Value) bool // in the object of interest
	depth int
	homes []string
	seen  map[ssa.Value]bool
	queue []ssa.Value
}

// maxHomeSteps bounds a homeSearch.
const maxHomeSteps = 40

func (h *homeSearch) add(v ssa.Value) {
	if !h.seen[v] && len(h.seen) < maxHomeSteps {
		h.seen[v] = true
		h.queue = append(h.queue, v)
	}
}

func (h *homeSearch) from(v ssa.Value) {
	h.seen = make(map[ssa.Value]bool)
	h.add(v)
	for len(h.queue) > 0 {
		v := h.queue[0]
		h.queue = h.queue[1:]
		if v.Referrers() == nil {
			continue
		}
		for _, ref := range *v.Referrers() {
			h.use(v, ref)
		}
	}
}

// use follows one use of v.
func (h *homeSearch) use(v ssa.Value, ref ssa.Instruction) {
	found := func(at ssa.Value) {
		if home := homeField(h.loc(h.fr, at)); home != "" && h.under(at) {
			h.homes = append(h.homes, home)
		}
	}
	switch ref := ref.(type) {
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Phi, *ssa.Slice, *ssa.UnOp:
		h.add(ref.(ssa.Value))
	case *ssa.Store:
		if ref.Val != v {
			return
		}
		found(ref.Addr)
		switch addr := ref.Addr.(type) {
		case *ssa.IndexAddr:
			h.add(addr.X)
		case *ssa.Alloc:
			h.add(addr)
		}
	case *ssa.MapUpdate:
		if ref.Value == v {
			found(ref.Map)
		}
	case *ssa.Call:
		if b, ok := ref.Call.Value.(*ssa.Builtin); ok {
			if b.Name() == "append" {
				h.add(ref)
			}
			return
		}
		h.handed(v, ref.Common())
	}
}

// handed follows v into a method of the object of interest.
func (h *homeSearch) handed(v ssa.Value, c *ssa.CallCommon) {
	target := callee(c)
	if target == nil || h.depth > 1 || !slices.ContainsFunc(c.Args, func(a ssa.Value) bool { return a != v && h.under(a) }) {
		return
	}
	fn := h.refOf(target).fn
	for i, a := range c.Args {
		if a != v || i >= len(fn.Params) {
			continue
		}
		inner := &homeSearch{engine: h.engine, fr: h.rootFrame(fn), under: func(ssa.Value) bool { return true }, depth: h.depth + 1}
		inner.from(fn.Params[i])
		h.homes = append(h.homes, inner.homes...)
	}
}
