package locksites

// A condLock is the lock of a Cond. A path that begins with a hole leads on from
// the struct that holds the Cond. A lock that is made for the Cond has no other
// name than the Cond's field L.
type condLock struct{ lock *path }

// A condStore puts a Cond, or the lock of a Cond, in its place.
type condStore struct {
	cond *path // the place, nil in a struct literal
	store
}

// condKey names the field or variable that holds the Cond at p, "" if it has no
// name.
func (r *reader) condKey(p *path) string {
	if p.kind == stepField && p.owner != "" {
		return p.owner + "." + p.name
	}
	class, _ := r.classOf(p)
	return class
}

// condAt returns the place of a Cond, given the way to the Cond itself.
func condAt(p *path) *path {
	if p.kind == stepDeref {
		return p.parent
	}
	return p
}

// condLock returns the lock of the Cond at p, nil if it is not known.
func (r *reader) condLock(p *path) *path {
	if p.kind == rootCond {
		return p.parent
	}
	p = condAt(p)
	c := r.condOf(r.condKey(p))
	switch {
	case c == nil:
		return nil
	case c.lock.kind == rootFresh:
		return &path{parent: p, kind: stepField, name: "L", typeRef: c.lock.typeRef, also: c.lock.also}
	}
	return r.rebase(c.lock, func(root *path) *path {
		if root.kind == rootHole {
			return p.parent
		}
		return root
	})
}

// indexConds files what the package stores in Conds by the name of their place.
func (r *reader) indexConds() {
	r.condIndex = make(map[string][]condStore)
	for _, st := range r.condStores {
		cs := condStore{store: st}
		if st.target != nil {
			cs.cond = r.location(st.scope, st.target)
			if cs.cond.kind == stepL {
				cs.cond = condAt(cs.cond.parent)
			}
			cs.key = r.condKey(cs.cond)
		}
		if cs.key != "" {
			r.condIndex[cs.key] = append(r.condIndex[cs.key], cs)
		}
	}
}

// condOf returns the lock of the Cond whose place has the name key, nil if that
// is not the same for all Conds that are put there.
func (r *reader) condOf(key string) *condLock {
	if c, ok := r.conds[key]; ok || key == "" {
		return c
	}
	if r.condIndex == nil {
		r.indexConds()
	}
	r.conds[key] = nil // while it is being worked out
	var only *path
	for _, st := range r.condIndex[key] {
		p := r.storedLock(st)
		switch {
		case p == nil:
			return nil
		case p.typeKey() == "sync.Cond":
		case only == nil:
			only = p
		case only.kind == rootFresh && p.kind == rootFresh:
			only = only.orLike(p)
		case !only.equal(p):
			return nil
		}
	}
	if only != nil {
		r.conds[key] = &condLock{only}
	}
	return r.conds[key]
}

// storedLock returns the lock that a store gives to a Cond, relative to the
// struct that holds the Cond if it lies there; nil if nobody knows. A Cond that
// is still without a lock is a fresh value.
func (r *reader) storedLock(st condStore) *path {
	if st.value == nil {
		return nil
	}
	p := r.base(st.scope, st.value)
	switch {
	case p.kind == rootCond:
		p = p.parent
	case p.kind == rootFresh && p.typeKey() == "sync.Cond":
		return p
	case p.typeKey() == "sync.Cond":
		return nil
	}
	if _, known := r.classOf(p); known || p.kind == rootFresh {
		return p
	}
	if st.cond == nil || st.cond.parent == nil {
		return nil
	}
	q := p
	for q != nil && !q.equal(st.cond.parent) {
		q = q.parent
	}
	if q == nil {
		return nil
	}
	return replaced(p, q, &path{kind: rootHole})
}

// replaced is p with its beginning old replaced by root.
func replaced(p, old, root *path) *path {
	if p == old {
		return root
	}
	q := *p
	q.parent = replaced(p.parent, old, root)
	return &q
}
