package lockflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// results names the results of fn that are always the same location.
func (e *engine) results(fn *ssa.Function) []*path {
	n := fn.Signature.Results().Len()
	if n == 0 || fn.Parent() != nil {
		return nil
	}
	out := make([]*path, n)
	bad := make([]bool, n)
	fr := e.rootFrame(fn)
	any := false
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for i, v := range ret.Results {
			if c, ok := v.(*ssa.Const); ok && c.IsNil() || !isReference(v.Type()) {
				continue
			}
			p := e.loc(fr, v)
			r := p.root()
			if r.kind != rootParam && r.kind != rootGlobal || !p.stable() || out[i] != nil && out[i] != p {
				bad[i] = true
			}
			out[i] = p
			any = true
		}
	}
	if !any {
		return nil
	}
	for i := range out {
		if bad[i] {
			out[i] = nil
		}
	}
	return out
}

// stable reports whether a caller can tell p by its arguments alone.
func (p *path) stable() bool {
	for ; p != nil; p = p.parent {
		if p.kind == stepIndex {
			return false
		}
	}
	return true
}

// resultFuncs names the functions that fn returns.
func (e *engine) resultFuncs(fn *ssa.Function) []*funcRef {
	var out []*funcRef
	if fn.Parent() != nil {
		return nil
	}
	res := fn.Signature.Results()
	for i := range res.Len() {
		if _, ok := res.At(i).Type().Underlying().(*types.Signature); !ok {
			continue
		}
		if out == nil {
			out = make([]*funcRef, res.Len())
		}
		out[i] = e.resultFunc(fn, i)
	}
	return out
}

func (e *engine) resultFunc(fn *ssa.Function, i int) *funcRef {
	f := &flow{engine: e}
	var only *funcRef
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || i >= len(ret.Results) {
			continue
		}
		if c, ok := ret.Results[i].(*ssa.Const); ok && c.IsNil() {
			continue
		}
		ref := f.resolve(e.rootFrame(fn), nil, ret.Results[i])
		if ref == nil || only != nil && (only.fn != ref.fn || only.recv != ref.recv) {
			return nil
		}
		only = ref
	}
	if only != nil && only.obj == nil && only.fn != nil {
		only.key = e.closureKey(only.fn)
	}
	return only
}
