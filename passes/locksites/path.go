package locksites

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// A path is the way to a lock, as far as its class depends on it: a root, and
// the fields, elements and pointers that lead from there. It stands for a
// location: a pointer's path is that of what it points to.
//
// The way to a field of a named struct that is no wrapper is of no interest,
// since the field alone names the class. Such a step has no parent.
type path struct {
	parent *path
	kind   pathKind
	name   string    // of a field or a variable
	owner  string    // of a field: the key of its struct's type, "" if that is anonymous
	sum    *summary  // of a parameter: its function
	index  int       // of a parameter
	at     token.Pos // of a value
	list   []*path   // of the arguments of a variadic call

	typeRef
	also []typeRef // what else may be there: of a value made here, behind an interface
}

// A typeRef is the type of what is somewhere.
type typeRef struct {
	typ types.Type // nil if the type is another package's, and is known by name only
	key string     // of the name, if typ is nil
}

func ofType(t types.Type) typeRef { return typeRef{typ: t} }

// typeKey names the type, "" if it has no name.
func (w typeRef) typeKey() string {
	if w.typ != nil {
		return lockclass.TypeKey(w.typ)
	}
	return w.key
}

func (w typeRef) same(v typeRef) bool {
	if w.typ != nil && v.typ != nil {
		return types.Identical(w.typ, v.typ)
	}
	return w.typeKey() == v.typeKey()
}

type pathKind uint8

const (
	rootParam    pathKind = iota // parameter or receiver
	rootVariable                 // package variable, or a local by its function
	rootFresh                    // a value made here that has no name
	rootValue                    // a value of which no more is known
	rootCond                     // what sync.NewCond(parent) returns
	rootList                     // the slice that a variadic call makes
	rootMade                     // a variable of the function that made a closure
	rootHole                     // the struct around a Cond
	stepField
	stepIndex
	stepDeref
	stepBox     // a variable that holds a pointer to parent
	stepL       // the field L of a sync.Cond
	stepRLocker // what RWMutex.RLocker returns
)

// maxSteps bounds paths, which recursion would otherwise grow without end.
const maxSteps = 12

func (p *path) root() *path {
	for p.parent != nil && p.kind != rootCond {
		p = p.parent
	}
	return p
}

// as is p, known to have another type.
func (p *path) as(t types.Type) *path {
	q := *p
	q.typeRef, q.also = ofType(t), nil
	return &q
}

// sameTypes reports whether p and q may be of the same types.
func (p *path) sameTypes(q *path) bool {
	return p.typeRef.same(q.typeRef) && slices.EqualFunc(p.also, q.also, typeRef.same)
}

// orLike is p, which may also be of the types of q.
func (p *path) orLike(q *path) *path {
	n := *p
	n.also = slices.Clip(n.also)
	for _, w := range append([]typeRef{q.typeRef}, q.also...) {
		if !w.same(n.typeRef) && !slices.ContainsFunc(n.also, w.same) {
			n.also = append(n.also, w)
		}
	}
	return &n
}

// String identifies p among the paths of a function.
func (p *path) String() string {
	if p == nil {
		return ""
	}
	before := p.parent.String()
	switch p.kind {
	case rootParam:
		return "param " + strconv.Itoa(p.index)
	case rootVariable:
		return p.name
	case rootFresh, rootValue:
		return "value " + strconv.Itoa(int(p.at))
	case rootCond:
		return "cond(" + before + ")"
	case rootMade:
		return "made"
	case rootHole:
		return "hole"
	case rootList:
		var b strings.Builder
		for _, q := range p.list {
			b.WriteString(q.String() + ",")
		}
		return b.String()
	case stepField:
		return before + "." + p.owner + "." + p.name
	case stepIndex:
		return before + "[]"
	case stepDeref:
		return before + "*"
	case stepBox:
		return before + "&"
	case stepL:
		return before + ".L"
	}
	return before + ".RLocker()"
}

func (p *path) equal(q *path) bool {
	if p == q {
		return true
	}
	r, s := p.root(), q.root()
	return r.sum == s.sum && p.String() == q.String()
}

// classOf names the class of the lock at p; known is false if only a caller
// knows it, or nobody.
func (t *Table) classOf(p *path) (class string, known bool) {
	var n lockclass.Name
	for q := p; q != nil; q = q.parent {
		switch q.kind {
		case stepField:
			if name, complete := n.Field(q.name, q.owner, t.isWrapper); complete {
				return name, true
			}
		case stepIndex:
			n.Index()
		case stepDeref, stepRLocker:
		case rootVariable:
			return n.In(q.name), true
		default:
			return "", false
		}
	}
	return "", false
}

// param returns the parameter at the root of p, nil if there is another root.
func (p *path) param() *path {
	if r := p.root(); r.kind == rootParam || r.kind == rootMade {
		return r
	}
	return nil
}

// field returns the path of a field of the struct at p. What is in a type of
// package sync is a part of it: the mutex of a Once is the Once.
func (r *reader) field(p *path, name, owner string, typ types.Type) *path {
	if strings.HasPrefix(owner, "sync.") {
		if owner == "sync.Cond" && name == "L" {
			return r.step(p, stepL, typ)
		}
		return p.as(typ)
	}
	q := &path{kind: stepField, name: name, owner: owner, typeRef: ofType(typ)}
	if owner == "" || r.whole || r.isWrapper(owner) {
		q.parent = p
		return bounded(q)
	}
	return q
}

func (t *Table) step(p *path, kind pathKind, typ types.Type) *path {
	return bounded(&path{parent: p, kind: kind, typeRef: ofType(typ)})
}

func bounded(p *path) *path {
	n := 0
	for q := p; q != nil; q = q.parent {
		n++
	}
	if n > maxSteps {
		return &path{kind: rootValue, typeRef: p.typeRef}
	}
	return p
}

// element returns the path of an element of the array, slice or map at p.
func (r *reader) element(p *path, typ types.Type) *path {
	if p.kind == rootList {
		var q *path
		for _, arg := range p.list {
			q = r.join(q, arg)
		}
		if q == nil {
			return &path{kind: rootValue, typeRef: ofType(typ)}
		}
		return r.step(q, stepBox, typ)
	}
	return r.step(p, stepIndex, typ)
}

// load returns the path of a value of type typ that is stored at p.
func (r *reader) load(p *path, typ types.Type) *path {
	if typ != nil && !isReference(typ) {
		return p
	}
	if q := r.follow(p); q != nil {
		return q
	}
	return r.step(p, stepDeref, pointee(typ))
}

// follow returns what the reference at p leads to, if that has a name of its
// own.
func (r *reader) follow(p *path) *path {
	switch p.kind {
	case stepBox:
		return p.parent
	case stepL:
		return r.condLock(p.parent)
	case stepField:
		return r.alias(p)
	}
	return nil
}

// join is a path for what is at p or at q: p if the two make no difference.
func (r *reader) join(p, q *path) *path {
	switch {
	case p == nil:
		return q
	case q == nil || p.equal(q):
		return p
	case p.kind == rootFresh && q.kind == rootFresh:
		return p.orLike(q)
	}
	c, known := r.classOf(p)
	if d, too := r.classOf(q); known && too && c == d {
		return p
	}
	if !p.sameTypes(q) {
		return &path{kind: rootValue}
	}
	return &path{kind: rootValue, typeRef: p.typeRef, also: p.also}
}

// joinMade is join for what is assigned to a variable: what is made there, where
// there was nothing, goes where the rest comes from.
func (r *reader) joinMade(p, q *path) *path {
	if p != nil && q != nil && (p.kind == rootFresh) != (q.kind == rootFresh) {
		if p.kind == rootFresh {
			return q
		}
		return p
	}
	return r.join(p, q)
}

// rebase returns p with its root replaced by what bind returns for it, and its
// steps done anew: the new root may lead elsewhere.
func (r *reader) rebase(p *path, bind func(root *path) *path) *path {
	if p.parent == nil && p.kind != rootCond {
		if p.kind >= stepField {
			return p
		}
		return bind(p)
	}
	q := r.rebase(p.parent, bind)
	if q == nil {
		return nil
	}
	switch p.kind {
	case rootCond:
		return &path{parent: q, kind: rootCond, typeRef: p.typeRef}
	case stepField:
		q = r.field(q, p.name, p.owner, p.typ)
	case stepIndex:
		q = r.element(q, p.typ)
	case stepDeref:
		if to := r.follow(q); to != nil {
			return to
		}
		q = r.step(q, stepDeref, p.typ)
	case stepL:
		q = r.field(q, "L", "sync.Cond", p.typ)
	default:
		q = r.step(q, p.kind, p.typ)
	}
	if q.typ == nil {
		q.key = p.key
	}
	return q
}

// isReference reports whether values of type t lead to something else.
func isReference(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Slice, *types.Map, *types.Chan, *types.Signature:
		return true
	}
	return false
}

// pointee is the type of what a reference of type t leads to.
func pointee(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		return ptr.Elem()
	}
	return t
}
