package locksites

import (
	"go/types"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// findWrappers decides which types of the package stand for the lock inside
// them, as the engine does: by their declarations, and by what their methods do
// with the lock.
func (r *reader) findWrappers() {
	d := lockclass.Declarations(r.pkg)
	for key := range d.Wrappers {
		r.wrappers[key] = true
	}
	candidates := make(map[string]bool)
	for _, n := range lockclass.Structs(r.pkg) {
		key := lockclass.ObjKey(n.Obj())
		if !d.Wrappers[key] && (d.Parts[key] > 0 || d.Generic[key]) {
			candidates[key] = true
		}
	}
	if len(candidates) == 0 {
		return
	}
	acquires := r.acquirers()
	r.whole = true
	for range 2 { // methods of which one leaves held what another acquires
		for _, f := range r.decls {
			if !acquires[f] {
				continue
			}
			b := &balance{reader: r, f: f}
			b.run()
			for _, lock := range b.callsBack {
				if d.Generic[lock.owner] {
					r.wrappers[lock.owner] = true
				}
			}
			if recv := f.sig.Recv(); recv != nil && b.leavesOwn() {
				if key := lockclass.TypeKey(recv.Type()); candidates[key] && d.Parts[key] > 0 {
					r.wrappers[key] = true
				}
			}
		}
	}
	r.whole = false
	clear(r.values) // which were cut short, or not, by what was a wrapper then
	clear(r.aliases)
	for key := range r.condIndex {
		delete(r.conds, key)
	}
	r.condIndex = nil
}

// acquirers returns the functions that may call a lock's method, themselves or by
// another function of the package.
func (r *reader) acquirers() map[*function]bool {
	found := make(map[*function]bool)
	calls := make(map[*function][]*function)
	var list []*function
	add := func(f *function) {
		for f.outer != nil {
			f = f.outer
		}
		if !found[f] {
			found[f] = true
			list = append(list, f)
		}
	}
	for _, c := range r.calls {
		fn := r.callee(c.expr)
		if fn == nil {
			continue
		}
		if acquires(fn) {
			add(c.in)
		}
		if g := r.funcs[fn]; g != nil {
			calls[g] = append(calls[g], c.in)
		}
	}
	for len(list) > 0 {
		f := list[0]
		list = list[1:]
		for _, caller := range calls[f] {
			add(caller)
		}
	}
	return found
}

// isOwn reports whether p lies in the receiver of f.
func (f *function) isOwn(p *path) bool {
	for ; p.parent != nil; p = p.parent {
		if p.kind != stepField {
			return false
		}
	}
	return p.kind == rootParam && p.sum == f.sum && p.index == 0
}

// isFunc reports whether v is a function.
func isFunc(v *types.Var) bool {
	_, ok := v.Type().Underlying().(*types.Signature)
	return ok
}
