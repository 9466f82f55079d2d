package lockflow

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// A type that has the methods of a lock can have more of the kind: a trylock
// that spins, a wait that ends with a context. Behind an interface their names
// say less than Lock and TryLock do, and their bodies are those of the types
// that implement it.

// lockMethod says what an interface method does to the lock behind the
// interface, if the types in sight that implement it agree. The result unsure
// means that it may acquire or release the lock, and more is not known.
func (f *flow) lockMethod(c *ssa.CallCommon, tg *target) (prim primitive, unsure bool) {
	if !hasLockMethods(c.Value.Type(), c.Method.Pkg()) {
		return primitive{}, false
	}
	var providers []provider
	if tg.key != "" {
		providers = f.implementers(tg)
	}
	if len(providers) == 0 {
		return primitive{}, soundsLikeLocking(c.Method.Name())
	}
	for i, p := range providers {
		sum, done := f.providerSummary(p)
		if !done {
			return primitive{}, soundsLikeLocking(c.Method.Name())
		}
		got, known := effectOf(p, sum, c.Method)
		if !known || i > 0 && got != prim {
			return primitive{}, true
		}
		prim = got
	}
	return prim, false
}

// providerSummary returns what is known of a function behind an interface; done
// is false if it is still to be read.
func (e *engine) providerSummary(p provider) (sum *summary, done bool) {
	if p.fn == nil {
		return e.imported.byKey(e, p.key), true
	}
	sum = e.sums[p.fn]
	return sum, sum != nil || p.fn.Blocks == nil
}

// hasLockMethods reports whether a type has the methods of a lock, of its
// read half at least.
func hasLockMethods(t types.Type, pkg *types.Package) bool {
	return lockclass.HasPlainMethod(t, pkg, "Lock") && lockclass.HasPlainMethod(t, pkg, "Unlock") ||
		lockclass.HasPlainMethod(t, pkg, "RLock") && lockclass.HasPlainMethod(t, pkg, "RUnlock")
}

// soundsLikeLocking reports whether a method of a lock that nothing in sight
// implements is to be taken for one that acquires or releases it.
func soundsLikeLocking(name string) bool {
	name = strings.ToLower(name)
	return strings.HasPrefix(name, "try") || slices.ContainsFunc([]string{"lock", "acquire", "release"}, func(word string) bool { return strings.Contains(name, word) })
}

// effectOf says what a method that implements m does to its receiver's lock;
// known is false if that depends on more than its first boolean or error.
func effectOf(p provider, sum *summary, m *types.Func) (prim primitive, known bool) {
	if prim := primitiveByKey(p.key); prim.kind != primNone {
		return primitive{kind: prim.kind, mode: prim.mode}, true
	}
	if !sum.netEffect() {
		return primitive{}, true
	}
	return sum.effect(m.Signature())
}

// effect sums up what a method of a lock does to the lock.
func (s *summary) effect(sig *types.Signature) (prim primitive, known bool) {
	ends, held, released := 0, 0, 0
	var lock *path
	var mode lockgraph.Mode
	for _, x := range s.exits {
		if x.panics {
			continue
		}
		ends++
		if len(x.held)+len(x.released) > 1 || x.unsure {
			return primitive{}, false
		}
		if len(x.held) == 1 {
			held, lock, mode = held+1, x.held[0].path, x.held[0].mode
		}
		if len(x.released) == 1 && !x.released[0].maybe {
			released, mode = released+1, x.released[0].mode
		}
	}
	switch {
	case held == ends && ends > 0:
		return primitive{kind: primLock, mode: mode}, true
	case released == ends && ends > 0:
		return primitive{kind: primUnlock, mode: mode}, true
	case released == 0 && held > 0:
		if i := mayFail(s, lock, sig); i >= 0 && i == firstOutcome(sig.Results()) {
			return primitive{kind: primTry, mode: mode}, true
		}
	}
	return primitive{}, false
}

// firstOutcome returns the index of the first result that can tell success
// from failure, -1 if there is none.
func firstOutcome(results *types.Tuple) int {
	for i := range results.Len() {
		if t := results.At(i).Type(); isBool(t) || types.IsInterface(t) {
			return i
		}
	}
	return -1
}

// ofLock reports whether fn is a method of a type that has those of a lock.
func ofLock(fn *ssa.Function) bool {
	recv := fn.Signature.Recv()
	return recv != nil && fn.Pkg != nil && hasLockMethods(recv.Type(), fn.Pkg.Pkg)
}

// ownLocks names what a method of a lock returns with, or without, by the way
// that leads from its receiver. Where some ends hold a lock of the receiver's,
// what others hold by a name that leads through an object made for the occasion
// is that lock, too.
func (e *engine) ownLocks(exits []*exit) {
	var only *path
	several := false
	for _, x := range exits {
		for i := range x.held {
			p := e.ownName(x.held[i].path)
			x.held[i].path = p
			if r := p.root(); r.kind == rootParam && r.index == 0 && directPart(p) {
				several = several || only != nil && only != p
				only = p
			}
		}
		x.released = slices.Clone(x.released)
		for i := range x.released {
			x.released[i].path = e.ownName(x.released[i].path)
		}
	}
	if only == nil || several {
		return
	}
	for _, x := range exits {
		if len(x.held) == 1 {
			if k := x.held[0].path.root().kind; k == rootAlloc || k == rootOld {
				x.held[0].path = only
			}
		}
	}
}

// ownName returns p by the way that leads from the receiver, if p leads through
// a field of an object that the function makes, and the receiver is all that is
// stored there.
func (e *engine) ownName(p *path) *path {
	r := p.root()
	a, ok := r.val.(*ssa.Alloc)
	if !ok || r.kind != rootAlloc {
		return p
	}
	link := p
	for link.parent != nil && link.parent.parent != r {
		link = link.parent
	}
	if link.kind != stepDeref || link.parent.kind != stepField || e.assigned[link.parent.owner+"."+link.parent.name] {
		return p
	}
	only := initially(a, link.parent.name)
	if only == nil {
		return p
	}
	if to := e.loc(e.rootFrame(a.Parent()), only); to.kind == rootParam && to.index == 0 {
		return e.paths.replace(p, link, to)
	}
	return p
}

// initially returns what is stored in a field of the struct that a makes, nil if
// that is not the only value it has in the function.
func initially(a *ssa.Alloc, field string) ssa.Value {
	var only ssa.Value
	n := 0
	for i, v := range fieldStores(a) {
		if name, _, _, _ := fieldOf(a.Type(), i); name == field {
			only = v
			n++
		}
	}
	for _, ref := range *a.Referrers() {
		st, ok := ref.(*ssa.Store)
		if !ok || st.Addr != a {
			continue
		}
		n++
		if load, ok := st.Val.(*ssa.UnOp); ok && load.Op == token.MUL {
			if literal, ok := load.X.(*ssa.Alloc); ok {
				only = initially(literal, field) // a literal that is copied
			}
		}
	}
	if n != 1 {
		return nil
	}
	return only
}
