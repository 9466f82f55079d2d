package lockflow

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// A link is the assignment of an object to a field, or to an element of a
// field, of another.
type link struct {
	holder, value *path
	field         string // owner and name
}

// linksOf adds the links that an instruction makes.
func (e *engine) linksOf(fr *frame, instr ssa.Instruction, links []link) []link {
	switch instr := instr.(type) {
	case *ssa.Store:
		fa, ok := instr.Addr.(*ssa.FieldAddr)
		if !ok || !isReference(instr.Val.Type()) {
			return links
		}
		name, owner, _, _ := fieldOf(fa.X.Type(), fa.Field)
		holder, field := e.loc(fr, fa.X), owner+"."+name
		if call, ok := instr.Val.(*ssa.Call); ok {
			if b, ok := call.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" && len(call.Call.Args) == 2 {
				for _, v := range elements(call.Call.Args[1]) {
					links = append(links, link{holder, e.loc(fr, v), field})
				}
			}
			return links
		}
		return append(links, link{holder, e.loc(fr, instr.Val), field})
	case *ssa.MapUpdate:
		p := e.loc(fr, instr.Map)
		if p.kind == stepDeref && p.parent.kind == stepField && isReference(instr.Value.Type()) {
			f := p.parent
			return append(links, link{f.parent, e.loc(fr, instr.Value), f.owner + "." + f.name})
		}
	}
	return links
}

// pairLinks finds the fields of which one leads back where the other came
// from: a child in its parent's list, and the child's parent.
func (e *engine) pairLinks(links []link) {
	for i, a := range links {
		for _, b := range links[i+1:] {
			if a.holder == b.value && a.value == b.holder && a.field != b.field && e.inverse[a.field]+e.inverse[b.field] == "" {
				e.inverse[max(a.field, b.field)] = min(a.field, b.field)
			}
		}
	}
}

// upward are the names of fields that lead back to where an object hangs.
var upward = map[string]bool{"parent": true, "up": true, "prev": true, "previous": true, "back": true}

// nameLinks pairs fields by their names: in a type that has both, a field
// called parent or prev leads back where the other fields of the type lead.
func (e *engine) nameLinks(n *types.Named, st *types.Struct) {
	key := lockclass.ObjKey(n.Obj())
	var up, down []string
	for i := range st.NumFields() {
		f := st.Field(i)
		t := types.Unalias(f.Type())
		switch u := t.(type) {
		case *types.Slice:
			t = u.Elem()
		case *types.Map:
			t = u.Elem()
		}
		if _, ok := t.(*types.Pointer); !ok || lockclass.TypeKey(t) != key {
			continue
		}
		if upward[strings.ToLower(f.Name())] {
			up = append(up, f.Name())
		} else {
			down = append(down, f.Name())
		}
	}
	if len(up) == 0 {
		return
	}
	for _, name := range up {
		e.inverse[key+"."+name] = key + ".child"
	}
	for _, name := range down {
		e.children[key+"."+name] = key + ".child"
	}
}

// down names the relation of an object to one that a field of it leads to. A
// field that leads back is named by the field that it is the inverse of.
func (e *engine) down(from, to *path, dir string) lockgraph.Relation {
	first := to
	for first.parent != nil && first.parent != from {
		first = first.parent
	}
	if first.kind != stepField {
		return ""
	}
	key := first.owner + "." + first.name
	if f, ok := e.inverse[key]; ok {
		key = f
		if dir == ">" {
			dir = "<"
		} else {
			dir = ">"
		}
	} else if f, ok := e.children[key]; ok {
		key = f
	} else {
		key += strings.TrimPrefix(to.suffix(from), "."+first.name)
		key = strings.ReplaceAll(key, "[]", "")
	}
	return lockgraph.Relation(dir + key)
}
