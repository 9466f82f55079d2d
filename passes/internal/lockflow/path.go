package lockflow

import (
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// A path is an access path: a root and the steps that lead from it to a
// location. It names an instance of a lock within one function. Paths are
// interned in a pathTable, so two equal paths are the same pointer.
//
// A path stands for the location that a pointer points to: the path of a
// parameter p of type *T is the T it points to, the path of &p.mu is that T's
// field mu. Loading a pointer from a location L yields the path L.deref;
// loading a struct yields L itself, since a copy of a struct shares what its
// pointers reach.
type path struct {
	parent *path // nil for a root
	kind   pathKind
	id     int32 // dense, in order of creation
	depth  int16

	index    int       // rootParam: position
	val      ssa.Value // rootAlloc, rootValue, rootOld; key of an index step, nil if constant or unknown
	name     string    // field name, global name, constant index, name of a local
	owner    string    // field: key of the struct's named type, "" when anonymous; root: key of the type pointed to
	embedded bool      // field: embedded in owner
}

type pathKind uint8

const (
	rootParam  pathKind = iota // parameter or receiver of the function under analysis
	rootGlobal                 // package variable; name is import path and name
	rootAlloc                  // local variable or composite literal
	rootValue                  // any other SSA value: a call result, a phi
	rootOld                    // a value of an earlier iteration or of a callee: equal to nothing
	stepField
	stepIndex
	stepDeref
	stepRLocker // the Locker that RWMutex.RLocker returns
	stepFlag    // a flag that is used as a lock
	stepSlots   // what a semaphore hands out: held by several at once, so without order
)

// maxDepth bounds paths, which recursion through a field (p.next.next…) would
// otherwise grow without end.
const maxDepth = 12

type pathKey struct {
	parent *path
	kind   pathKind
	index  int
	val    ssa.Value
	name   string
	owner  string
}

// A pathTable interns paths.
type pathTable struct {
	m    map[pathKey]*path
	next int32
}

func newPathTable() *pathTable { return &pathTable{m: make(map[pathKey]*path)} }

func (t *pathTable) intern(k pathKey, embedded bool) *path {
	if p, ok := t.m[k]; ok {
		return p
	}
	p := &path{parent: k.parent, kind: k.kind, id: t.next, index: k.index, val: k.val, name: k.name, owner: k.owner, embedded: embedded}
	if k.parent != nil {
		p.depth = k.parent.depth + 1
	}
	t.next++
	t.m[k] = p
	return p
}

func (t *pathTable) param(i int, owner string) *path {
	return t.intern(pathKey{kind: rootParam, index: i, owner: owner}, false)
}

func (t *pathTable) global(name string) *path {
	return t.intern(pathKey{kind: rootGlobal, name: name}, false)
}

func (t *pathTable) alloc(a *ssa.Alloc, name string) *path {
	return t.intern(pathKey{kind: rootAlloc, val: a, name: name, owner: lockclass.TypeKey(a.Type())}, false)
}

func (t *pathTable) value(v ssa.Value) *path {
	return t.intern(pathKey{kind: rootValue, val: v, owner: lockclass.TypeKey(v.Type())}, false)
}

// old returns the path that stands for what v was before it was computed anew.
func (t *pathTable) old(v ssa.Value, owner string) *path {
	return t.intern(pathKey{kind: rootOld, val: v, owner: owner}, false)
}

// foreign is the root of an instance that a callee found by itself.
func (t *pathTable) foreign(name, owner string) *path {
	return t.intern(pathKey{kind: rootOld, name: name, owner: owner}, false)
}

func (t *pathTable) field(p *path, name, owner string, embedded bool) *path {
	if p.depth >= maxDepth {
		p = t.old(nil, owner)
	}
	return t.intern(pathKey{parent: p, kind: stepField, name: name, owner: owner}, embedded)
}

func (t *pathTable) deref(p *path) *path {
	return t.intern(pathKey{parent: p, kind: stepDeref}, false)
}

func (t *pathTable) rlocker(p *path) *path {
	return t.intern(pathKey{parent: p, kind: stepRLocker}, false)
}

func (t *pathTable) flag(p *path) *path {
	return t.intern(pathKey{parent: p, kind: stepFlag}, false)
}

func (t *pathTable) slots(p *path) *path {
	return t.intern(pathKey{parent: p, kind: stepSlots}, false)
}

// at returns the element of p with the given key.
func (t *pathTable) at(p *path, key ssa.Value) *path {
	if c, ok := key.(*ssa.Const); ok && c.Value != nil {
		return t.intern(pathKey{parent: p, kind: stepIndex, name: c.Value.ExactString()}, false)
	}
	return t.intern(pathKey{parent: p, kind: stepIndex, val: key}, false)
}

func (p *path) root() *path {
	for p.parent != nil {
		p = p.parent
	}
	return p
}

// hasPrefix reports whether q is p or leads to it.
func (p *path) hasPrefix(q *path) bool {
	for ; p != nil && p.depth >= q.depth; p = p.parent {
		if p == q {
			return true
		}
	}
	return false
}

// mentions reports whether v is p's root or one of its index keys.
func (p *path) mentions(v ssa.Value) bool {
	for ; p != nil; p = p.parent {
		if p.val == v && p.kind != rootOld {
			return true
		}
	}
	return false
}

// certain reports whether p names one instance for as long as it is in scope:
// nothing in it is a value of a past iteration, of a callee, or an unknown
// element.
func (p *path) certain() bool {
	for ; p != nil; p = p.parent {
		if p.kind == rootOld || p.kind == stepIndex && p.val == nil && p.name == "" {
			return false
		}
	}
	return true
}

// rebase returns p with each root replaced by what bind returns for it, and
// each index key that the new context does not know made unknown.
func (t *pathTable) rebase(p *path, bind func(root *path) *path) *path {
	if p.parent == nil {
		return bind(p)
	}
	q := t.rebase(p.parent, bind)
	if q == nil {
		return nil
	}
	switch p.kind {
	case stepField:
		return t.field(q, p.name, p.owner, p.embedded)
	case stepIndex:
		return t.intern(pathKey{parent: q, kind: stepIndex, name: p.name}, false)
	default:
		return t.intern(pathKey{parent: q, kind: p.kind}, false)
	}
}

// replace returns p with the prefix old replaced by new.
func (t *pathTable) replace(p, old, new *path) *path {
	if p == old {
		return new
	}
	q := t.replace(p.parent, old, new)
	if p.kind == stepField {
		return t.field(q, p.name, p.owner, p.embedded)
	}
	return t.intern(pathKey{parent: q, kind: p.kind, val: p.val, name: p.name}, false)
}

// suffix returns the steps from ancestor to p, indexes made equal.
func (p *path) suffix(ancestor *path) string {
	var steps []string
	for q := p; q != ancestor; q = q.parent {
		switch q.kind {
		case stepField:
			steps = append(steps, "."+q.name)
		case stepIndex:
			steps = append(steps, "[]")
		case stepRLocker:
			steps = append(steps, ".RLocker()")
		}
	}
	var b strings.Builder
	for i := len(steps) - 1; i >= 0; i-- {
		b.WriteString(steps[i])
	}
	return b.String()
}

// common returns the longest path that leads to both p and q, nil if none.
func common(p, q *path) *path {
	for p != q {
		if p == nil || q == nil {
			return nil
		}
		if p.depth > q.depth {
			p = p.parent
		} else if q.depth > p.depth {
			q = q.parent
		} else {
			p, q = p.parent, q.parent
		}
	}
	return p
}

// String is for debugging.
func (p *path) String() string {
	r := p.root()
	var name string
	switch r.kind {
	case rootParam:
		name = "p" + strconv.Itoa(r.index)
	case rootGlobal:
		name = r.name
	case rootOld:
		name = "old"
	default:
		name = r.val.Name()
	}
	return name + p.suffix(r)
}
