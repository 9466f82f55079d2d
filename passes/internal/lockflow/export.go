package lockflow

import (
	"cmp"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// exportSummaries selects the summaries that importers may ask for.
func (e *engine) exportSummaries(own *graphPart, funcs map[string]*summary) {
	for _, fn := range slices.SortedFunc(maps.Keys(e.sums), compareFuncs) {
		s := e.sums[fn]
		obj := declared(fn)
		if s.empty() && len(s.results) == 0 || obj == nil || fn.Parent() != nil {
			continue
		}
		key := lockclass.FuncKey(obj)
		if isSpecial(s) {
			own.special = append(own.special, key)
		}
		if obj.Exported() && !e.inTest(fn) && e.reachable(obj) {
			funcs[key] = s
			for _, ref := range s.funcs {
				e.exportFuncRef(ref, funcs)
			}
		}
	}
	own.wrappers = slices.Sorted(maps.Keys(e.wrappers))
}

// reachable reports whether another package can call obj: not a method of an
// unexported type that no exported function returns.
func (e *engine) reachable(obj *types.Func) bool {
	recv := obj.Signature().Recv()
	if recv == nil {
		return true
	}
	key := lockclass.TypeKey(recv.Type())
	if ast.IsExported(key[strings.LastIndexByte(key, '.')+1:]) {
		return true
	}
	if e.returned == nil {
		e.returned = e.returnedTypes()
	}
	return e.returned[key]
}

// returnedTypes returns the types of the results of exported functions and
// methods, and of exported variables and fields.
func (e *engine) returnedTypes() map[string]bool {
	out := make(map[string]bool)
	results := func(fn *types.Func) {
		if fn.Exported() {
			for v := range fn.Signature().Results().Variables() {
				out[lockclass.TypeKey(v.Type())] = true
			}
		}
	}
	scope := e.pkg.Scope()
	for _, name := range scope.Names() {
		switch obj := scope.Lookup(name).(type) {
		case *types.Func:
			results(obj)
		case *types.Var:
			out[lockclass.TypeKey(obj.Type())] = obj.Exported() || out[lockclass.TypeKey(obj.Type())]
		case *types.TypeName:
			n, ok := obj.Type().(*types.Named)
			if !ok {
				continue
			}
			for m := range n.Methods() {
				results(m)
			}
			if st, ok := n.Underlying().(*types.Struct); ok {
				for f := range st.Fields() {
					if f.Exported() || f.Embedded() {
						out[lockclass.TypeKey(f.Type())] = true
					}
				}
			}
		}
	}
	return out
}

func (e *engine) exportFuncRef(ref *funcRef, funcs map[string]*summary) {
	if ref == nil {
		return
	}
	if ref.key == "" && ref.obj != nil {
		ref.key = lockclass.FuncKey(ref.obj)
	}
	if ref.fn != nil && !e.sums[ref.fn].empty() {
		funcs[ref.key] = e.sums[ref.fn]
	}
}

// isSpecial reports whether a caller that holds nothing must still be read in
// full: the function leaves a lock held, or calls back under one.
func isSpecial(s *summary) bool {
	if s.netEffect() {
		return true
	}
	return slices.ContainsFunc(s.ops, func(o *op) bool {
		return o.target != nil && o.target.path != nil && len(o.held) > 0
	})
}

// passOn summarises a package that only passes on what it calls.
func (e *engine) passOn(own *graphPart, funcs map[string]*summary) {
	if len(e.imported.names) == 0 || opaque(e.path) {
		return
	}
	p := newPasser(e)
	for _, d := range funcDecls(e.pass) { // in source order: recursion makes it matter
		if obj, ok := e.pass.TypesInfo.Defs[d.Name].(*types.Func); ok {
			p.summary(obj)
		}
	}
	for obj, s := range p.sums {
		if !s.empty() && !uncallable(obj) {
			funcs[lockclass.FuncKey(obj)] = s
		}
	}
	scope := e.pkg.Scope()
	for _, name := range scope.Names() {
		if tn, ok := scope.Lookup(name).(*types.TypeName); ok && !tn.IsAlias() && !types.IsInterface(tn.Type()) {
			if n, ok := tn.Type().(*types.Named); ok && n.NumMethods() > 0 {
				e.converted[typeString(n)] = &conversion{typ: types.NewPointer(n)}
			}
		}
	}
}

// uncallable reports whether nobody can call a function by its name, which it
// may share with others.
func uncallable(obj *types.Func) bool {
	return obj.Name() == "_" || obj.Name() == "init" && obj.Signature().Recv() == nil
}

// exportProviders lists the functions stored for others to call, and the
// methods of types that became interfaces, where they have an effect. It adds
// their summaries to funcs.
func (e *engine) exportProviders(own *graphPart, funcs map[string]*summary) {
	for _, key := range slices.Sorted(maps.Keys(e.providers)) {
		for _, p := range e.providers[key] {
			if e.provide(p, funcs) {
				own.providers = append(own.providers, keyedProvider{key, p.key})
			}
		}
	}
	var cache typeutil.MethodSetCache
	for _, name := range slices.Sorted(maps.Keys(e.converted)) {
		conv := e.converted[name]
		set := cache.MethodSet(conv.typ)
		ms := methodSet{typ: name}
		for sel := range set.Methods() {
			fn, ok := sel.Obj().(*types.Func)
			if !ok {
				continue
			}
			fn = fn.Origin()
			if conv.methods != nil && !conv.methods[methodIdentity(fn)] {
				continue
			}
			p := provider{key: lockclass.FuncKey(fn)}
			if fn.Pkg() == e.pkg && e.prog != nil {
				p.fn = e.prog.FuncValue(fn)
			}
			if e.provide(p, funcs) {
				ms.effects = append(ms.effects, methodEffect{methodIdentity(fn), p})
				if conv.generic {
					ms.effects = append(ms.effects, methodEffect{looseIdentity(fn), p})
				}
			}
		}
		if len(ms.effects) == 0 {
			continue
		}
		for sel := range set.Methods() {
			if fn, ok := sel.Obj().(*types.Func); ok {
				ms.methods = append(ms.methods, methodIdentity(fn))
				if conv.generic {
					ms.methods = append(ms.methods, looseIdentity(fn))
				}
			}
		}
		slices.Sort(ms.methods)
		own.types = append(own.types, ms)
	}
}

// provide reports whether p does anything to locks, and sees to it that its
// summary is exported.
func (e *engine) provide(p provider, funcs map[string]*summary) bool {
	if p.fn != nil {
		s := e.sums[p.fn]
		if s == nil || len(s.ops) == 0 {
			return false
		}
		funcs[p.key] = s
		return true
	}
	if s, ok := funcs[p.key]; ok {
		return len(s.ops) > 0
	}
	s := e.imported.byKey(e, p.key)
	return s != nil && len(s.ops) > 0
}

// prune removes from a section what no importer can extend to a cycle: edges
// to, and acquisitions of, a class that only this package can take and under
// which nothing is taken or called that is not known here.
func prune(own *graphPart, funcs map[string]*summary, e *engine) {
	own.pending = slices.DeleteFunc(own.pending, func(p pendingEdge) bool { return p.settled })
	open := make(map[string]bool) // classes that may be extended
	for _, p := range own.pending {
		open[p.edge.From] = true
	}
	for _, s := range funcs {
		for _, x := range s.exits {
			for _, h := range x.held {
				open[e.class(h.path).name] = true
			}
		}
		for _, o := range s.ops {
			if o.target != nil {
				for _, h := range o.held {
					open[e.class(h.path).name] = true
				}
			}
		}
	}
	terminal := func(name string) bool {
		return !open[name] && e.private(name)
	}
	for changed := true; changed; {
		changed = false
		for _, x := range own.edges {
			if !open[x.From] && x.From != x.To && !terminal(x.To) {
				open[x.From] = true
				changed = true
			}
		}
	}
	own.edges = slices.DeleteFunc(own.edges, func(x lockgraph.Edge) bool { return terminal(x.To) })
	own.classes = slices.DeleteFunc(own.classes, func(c lockgraph.Class) bool {
		return terminal(c.Name) || len(c.Writers) == 0 && !c.Adaptive
	})
	for _, key := range slices.Sorted(maps.Keys(funcs)) { // what one call leads to decides what is known of the next
		s := funcs[key]
		n := *s
		n.ops = nil
		for _, o := range e.settle(s.ops) {
			c := class{}
			if o.target == nil {
				c = e.class(o.path)
			}
			if o.target == nil && !c.weak && terminal(c.name) {
				continue
			}
			n.ops = append(n.ops, o)
		}
		if n.empty() && !hasResults(&n) {
			delete(funcs, key)
			continue
		}
		funcs[key] = &n
	}
}

// settle replaces the calls that no importer can know more about by what they
// acquire.
func (e *engine) settle(ops []*op) []*op {
	var out []*op
	seen := make(map[string]bool)
	for _, o := range ops {
		if o.target == nil || o.target.kind != targetDynamic || !e.settled(o.target) {
			out = append(out, o)
			continue
		}
		if e.joiner == nil {
			continue // nothing is provided here
		}
		for _, a := range e.joiner.acquisitions(o.target.key) {
			n := *a
			n.path = e.unbound(a.path)
			n.calls = append(append(slices.Clip(o.calls), o.site), a.calls...)
			n.calls = shorten(n.calls)
			n.held, n.dropped, n.guards, n.cond = nil, nil, nil, nil
			if k := n.key(); !seen[k] {
				seen[k] = true
				out = append(out, &n)
			}
		}
	}
	return out
}

// settled reports whether only this package provides what t stands for.
func (e *engine) settled(t *target) bool {
	switch {
	case t.key == "":
		return false
	case t.key[0] == 'I':
		return e.ownInterface(t)
	case t.key[0] == 'V':
		return strings.HasPrefix(t.key[1:], e.path+".")
	}
	return e.private(t.key[1:]) && !e.openKeys[t.key]
}

func hasResults(s *summary) bool {
	for _, p := range s.results {
		if p != nil {
			return true
		}
	}
	return false
}

// private reports whether only this package can name the lock of a class.
func (e *engine) private(name string) bool {
	rest, ok := strings.CutPrefix(name, e.path+".")
	return ok && slices.ContainsFunc(strings.Split(rest, "."), func(part string) bool {
		part = strings.TrimSuffix(part, "[]")
		return part != "" && !ast.IsExported(part)
	})
}

func compareFuncs(a, b *ssa.Function) int {
	return cmp.Or(cmp.Compare(a.Pos(), b.Pos()), strings.Compare(a.Name(), b.Name()))
}
