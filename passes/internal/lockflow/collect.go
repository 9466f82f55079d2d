package lockflow

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// collect reads what the whole package says about values: who makes closures,
// which fields are assigned, which functions are stored, which types become
// interfaces, which lock belongs to a Cond.
func (e *engine) collect(fns []*ssa.Function) {
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if mc, ok := instr.(*ssa.MakeClosure); ok {
					if f := mc.Fn.(*ssa.Function); f.Parent() != nil {
						e.makers[f] = mc
					}
				}
			}
		}
	}
	for _, fn := range fns {
		fr := e.rootFrame(fn)
		var links []link
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(nil) {
					if f, ok := (*op).(*ssa.Function); ok && f.Parent() == nil {
						e.referenced[e.refOf(f).fn] = true
					}
				}
				e.collectFrom(fr, instr)
				links = e.linksOf(fr, instr, links)
			}
		}
		e.pairLinks(links)
	}
	e.findHomeLocks(fns)
}

func (e *engine) collectFrom(fr *frame, instr ssa.Instruction) {
	e.concurrent = e.concurrent || waitsOrFrees(instr)
	switch instr := instr.(type) {
	case *ssa.MakeInterface:
		e.convert(instr.X.Type(), instr.Type())
	case *ssa.Store:
		e.collectStore(fr, instr)
	case *ssa.MapUpdate:
		if isFunc(instr.Value) {
			e.storeFunc(fr, e.loc(fr, instr.Map), "[]", instr.Value)
		}
	case *ssa.Call:
		e.concurrent = e.concurrent || isWaitType(instr.Common())
		b, ok := instr.Call.Value.(*ssa.Builtin)
		if ok && b.Name() == "append" && len(instr.Call.Args) == 2 {
			list := e.loc(fr, instr.Call.Args[0])
			for _, v := range elements(instr.Call.Args[1]) {
				if isFunc(v) {
					e.storeFunc(fr, list, "[]", v)
				}
			}
		}
	}
}

// A conversion is a concrete type that becomes an interface, with the methods
// of the interfaces that it becomes: only those can be called on it unseen.
type conversion struct {
	typ     types.Type
	methods map[string]bool // nil: any
	generic bool            // to an instance of a generic interface, too
}

func (e *engine) convert(t, to types.Type) {
	iface, ok := to.Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 {
		return
	}
	name := typeString(t)
	c := e.converted[name]
	if c == nil {
		c = &conversion{typ: t, methods: make(map[string]bool)}
		e.converted[name] = c
	}
	named, _ := types.Unalias(to).(*types.Named)
	c.generic = c.generic || named != nil && named.TypeArgs().Len() > 0
	for m := range iface.Methods() {
		c.methods[methodIdentity(m)] = true
		c.methods[looseIdentity(m)] = true
	}
}

func isFunc(v ssa.Value) bool { return isFuncType(v.Type()) }

func isFuncType(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

func (e *engine) collectStore(fr *frame, st *ssa.Store) {
	switch addr := st.Addr.(type) {
	case *ssa.FieldAddr:
		p := e.loc(fr, addr)
		if _, fresh := addr.X.(*ssa.Alloc); !fresh {
			key := p.owner + "." + p.name
			e.assigned[key] = true
			e.assigners[key] = append(e.assigners[key], fr.fn)
		}
		e.pairCond(fr, p, st.Val)
		if !ast.IsExported(p.name) && isReference(st.Val.Type()) && lockclass.PointsToLock(fieldType(addr)) {
			e.lockFields[p.owner+"."+p.name] = append(e.lockFields[p.owner+"."+p.name], e.loc(fr, st.Val))
		}
		if isFunc(st.Val) {
			e.storeFunc(fr, p, "", st.Val)
		}
	case *ssa.Global:
		if fr.fn.Name() != "init" {
			e.assigned[objKeyOfGlobal(addr)] = true
		}
		e.pairCond(fr, e.loc(fr, addr), st.Val)
		if isFunc(st.Val) {
			e.storeFunc(fr, e.loc(fr, addr), "", st.Val)
		}
	}
}

// fieldType is the type of the field that addr is the address of.
func fieldType(addr *ssa.FieldAddr) types.Type {
	return addr.Type().Underlying().(*types.Pointer).Elem()
}

func (e *engine) storeFunc(fr *frame, at *path, suffix string, v ssa.Value) {
	key := e.storeKey(at)
	if key == "" {
		return
	}
	if suffix != "" && !strings.HasSuffix(key, suffix) {
		key += suffix
	}
	f := &flow{engine: e}
	if ref := f.resolve(fr, nil, v); ref != nil {
		e.stored(key, ref, holderOf(at), fr.fn)
	} else if e.loc(fr, v).root().kind == rootParam {
		e.openKeys[key] = true // a caller knows
	}
}

// pairCond notes which lock the Cond at p uses, relative to the object that
// holds both.
func (e *engine) pairCond(fr *frame, p *path, v ssa.Value) {
	var lock ssa.Value
	if call, ok := v.(*ssa.Call); ok && isNewCond(call) {
		lock = call.Call.Args[0]
	} else if p.kind == stepField && p.owner == "sync.Cond" && p.name == "L" {
		lock, p = v, p.parent
	}
	if lock == nil {
		return
	}
	l := e.loc(fr, lock)
	if p.kind == rootGlobal {
		if l.root().kind == rootGlobal {
			e.condLocks[p.name] = l
		}
		return
	}
	if p.kind != stepField || !l.hasPrefix(p.parent) {
		return
	}
	base := e.paths.foreign("cond", "")
	e.condLocks[p.owner+"."+p.name] = e.paths.replace(l, p.parent, base)
}

// elements returns the values put into a slice that a variadic call makes.
func elements(v ssa.Value) []ssa.Value {
	sl, ok := v.(*ssa.Slice)
	if !ok {
		return nil
	}
	arr, ok := sl.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var out []ssa.Value
	for _, ref := range *arr.Referrers() {
		if ia, ok := ref.(*ssa.IndexAddr); ok {
			for _, r := range *ia.Referrers() {
				if st, ok := r.(*ssa.Store); ok && st.Addr == ia {
					out = append(out, st.Val)
				}
			}
		}
	}
	return out
}

func typeString(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return lockclass.PkgPath(p) })
}
