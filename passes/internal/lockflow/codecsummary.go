package lockflow

import (
	"maps"
	"slices"
)

// path codes an access path; an index key of the package becomes unknown.
func (c *codec) path(p **path) {
	if !c.decoding {
		i, ok := c.pathIdx[*p]
		n := uint64(i + 1)
		if !ok {
			n = 0
		}
		c.uint(&n)
		if !ok {
			c.writePath(*p)
			c.pathIdx[*p] = len(c.pathIdx)
		}
		return
	}
	var n uint64
	c.uint(&n)
	if n > uint64(len(c.paths)) {
		panic(brokenInput{})
	}
	if n > 0 {
		*p = c.paths[n-1]
		return
	}
	*p = c.readPath()
	c.paths = append(c.paths, *p)
}

func (c *codec) writePath(p *path) {
	kind := p.kind
	if kind == rootAlloc || kind == rootValue {
		kind = rootOld
	}
	has := p.parent != nil
	c.bool(&has)
	enum(c, &kind)
	name, owner, embedded := p.name, p.owner, p.embedded
	if p.kind == rootAlloc && name != "" {
		name = pkgOf(p.val) + "." + name
	}
	c.int(&p.index)
	c.str(&name)
	c.str(&owner)
	c.bool(&embedded)
	if has {
		c.path(&p.parent)
	}
}

func (c *codec) readPath() *path {
	var has, embedded bool
	var k pathKey
	c.bool(&has)
	enum(c, &k.kind)
	c.int(&k.index)
	c.str(&k.name)
	c.str(&k.owner)
	c.bool(&embedded)
	if k.kind > stepSlots || has != (k.kind >= stepField) {
		panic(brokenInput{})
	}
	if has {
		c.path(&k.parent)
		if k.parent == nil || k.parent.depth > 4*maxDepth {
			panic(brokenInput{})
		}
	}
	return c.table.intern(k, embedded)
}

func (c *codec) held(h *heldRef) {
	c.path(&h.path)
	enum(c, &h.mode)
	c.ownSite(&h.site)
	c.ownSite(&h.report)
	list(c, &h.calls, c.ownSite)
}

func (c *codec) gate(g *gate) {
	c.path(&g.path)
	enum(c, &g.mode)
}

func (c *codec) guard(g *guard) {
	c.int(&g.param)
	c.bool(&g.value)
	c.str(&g.equal)
}

func (c *codec) optional(p **path) {
	has := *p != nil
	c.bool(&has)
	if has {
		c.path(p)
	}
}

func (c *codec) op(p **op) {
	if c.decoding {
		*p = new(op)
	}
	o := *p
	c.optional(&o.path)
	enum(c, &o.mode)
	enum(c, &o.how)
	c.bool(&o.retries)
	c.bool(&o.adaptive)
	c.bool(&o.rw)
	c.bool(&o.retake)
	c.bool(&o.doubt)
	c.bool(&o.once)
	c.bool(&o.nested)
	hasCond := o.cond != nil
	c.bool(&hasCond)
	if hasCond {
		if c.decoding {
			o.cond = new(cond)
		}
		c.int(&o.cond.result)
		enum(c, &o.cond.outcome)
	}
	hasTarget := o.target != nil
	c.bool(&hasTarget)
	if hasTarget {
		if c.decoding {
			o.target = new(target)
		}
		enum(c, &o.target.kind)
		c.optional(&o.target.path)
		c.str(&o.target.key)
		c.str(&o.target.method)
	}
	if o.path == nil && o.target == nil {
		panic(brokenInput{})
	}
	c.ownSite(&o.site)
	list(c, &o.calls, c.ownSite)
	list(c, &o.held, c.held)
	list(c, &o.dropped, c.path)
	list(c, &o.guards, c.guard)
}

func (c *codec) exit(p **exit) {
	if c.decoding {
		*p = new(exit)
	}
	x := *p
	list(c, &x.held, func(h *netHeld) {
		c.path(&h.path)
		enum(c, &h.mode)
		enum(c, &h.how)
		c.ownSite(&h.site)
		list(c, &h.calls, c.ownSite)
	})
	list(c, &x.released, func(r *relRef) {
		c.path(&r.path)
		enum(c, &r.mode)
		c.bool(&r.maybe)
	})
	list(c, &x.results, func(o *outcome) { enum(c, o) })
	list(c, &x.guards, c.guard)
	c.bool(&x.panics)
	c.bool(&x.unsure)
}

func (c *codec) rawEdge(p **rawEdge) {
	if c.decoding {
		*p = new(rawEdge)
	}
	e := *p
	c.path(&e.from)
	c.path(&e.to)
	enum(c, &e.fromMode)
	enum(c, &e.toMode)
	enum(c, &e.kind)
	c.bool(&e.retries)
	c.ownSite(&e.held)
	list(c, &e.calls, c.ownSite)
	c.ownSite(&e.site)
	c.ownSite(&e.report)
	list(c, &e.gates, c.gate)
	c.bool(&e.ordered)
}

func (c *codec) summary(s *summary) {
	list(c, &s.ops, c.op)
	list(c, &s.exits, c.exit)
	list(c, &s.edges, c.rawEdge)
	list(c, &s.tries, func(t *tryRef) {
		c.rawEdge(&t.edge)
		c.int(&t.cond.result)
		enum(c, &t.cond.outcome)
	})
	list(c, &s.params, func(u *paramUse) {
		c.bool(&u.called)
		c.bool(&u.stored)
		c.bool(&u.spawned)
		c.bool(&u.unknown)
		c.str(&u.field)
	})
	list(c, &s.results, c.optional)
	list(c, &s.funcs, func(p **funcRef) {
		has := *p != nil
		c.bool(&has)
		if !has {
			return
		}
		if c.decoding {
			*p = new(funcRef)
		}
		c.str(&(*p).key)
		c.optional(&(*p).recv)
	})
}

func encodeFuncs(funcs map[string]*summary) []byte {
	if len(funcs) == 0 {
		return nil
	}
	c := newEncoder()
	n := len(funcs)
	c.int(&n)
	for _, key := range slices.Sorted(maps.Keys(funcs)) {
		c.str(&key)
		c.summary(funcs[key])
	}
	return c.buf
}

func decodeFuncs(b []byte, funcs map[string]*summary, table *pathTable) (err error) {
	if len(b) == 0 {
		return nil
	}
	defer catchBroken(&err)
	c := &codec{decoding: true, buf: b, table: table}
	var n int
	c.int(&n)
	for range n {
		var key string
		s := new(summary)
		c.str(&key)
		c.summary(s)
		funcs[key] = s
	}
	if len(c.buf) > 0 {
		return errBroken
	}
	return nil
}
