package lockflow

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/lockvet/lockvet/lockgraph"
)

// A graphPart is what a package says to whoever looks for cycles.
type graphPart struct {
	wrappers  []string
	special   []string // functions that leave a lock held, or call back under one
	classes   []lockgraph.Class
	edges     []lockgraph.Edge
	orders    []lockgraph.Order
	pending   []pendingEdge
	providers []keyedProvider
	types     []methodSet
}

// A pendingEdge is an edge to what a call acquires that another package may
// resolve.
type pendingEdge struct {
	edge    lockgraph.Edge // To is empty, Site is the call
	key     string
	settled bool // by this package alone; not exported
}

type keyedProvider struct{ key, fn string }

// A codec encodes or decodes, by the same code, so that the two cannot differ.
// Strings are written once and referred to by number.
type codec struct {
	decoding bool
	buf      []byte // written, or still to be read
	strs     []string
	index    map[string]int
	paths    []*path
	pathIdx  map[*path]int
	sites    []site
	siteIdx  map[site]int
	table    *pathTable
}

// brokenInput is panicked by a decoding codec and turned into errBroken.
type brokenInput struct{}

func newEncoder() *codec {
	return &codec{index: make(map[string]int), pathIdx: make(map[*path]int), siteIdx: make(map[site]int)}
}

func (c *codec) uint(p *uint64) {
	if !c.decoding {
		c.buf = binary.AppendUvarint(c.buf, *p)
		return
	}
	n, w := binary.Uvarint(c.buf)
	if w <= 0 {
		panic(brokenInput{})
	}
	*p, c.buf = n, c.buf[w:]
}

func (c *codec) int(p *int) {
	n := uint64(*p)
	c.uint(&n)
	if n > 1<<31 {
		panic(brokenInput{})
	}
	*p = int(n)
}

func (c *codec) bool(p *bool) {
	var n uint64
	if *p {
		n = 1
	}
	c.uint(&n)
	*p = n != 0
}

func (c *codec) str(p *string) {
	if !c.decoding {
		i, ok := c.index[*p]
		n := uint64(i + 1)
		if !ok {
			n = 0
		}
		c.uint(&n)
		if !ok {
			c.index[*p] = len(c.index)
			n = uint64(len(*p))
			c.uint(&n)
			c.buf = append(c.buf, *p...)
		}
		return
	}
	var n uint64
	c.uint(&n)
	if n > 0 {
		if n > uint64(len(c.strs)) {
			panic(brokenInput{})
		}
		*p = c.strs[n-1]
		return
	}
	c.uint(&n)
	if n > uint64(len(c.buf)) {
		panic(brokenInput{})
	}
	*p, c.buf = string(c.buf[:n]), c.buf[n:]
	c.strs = append(c.strs, *p)
}

// list codes a slice, element by element.
func list[T any](c *codec, s *[]T, elem func(*T)) {
	n := uint64(len(*s))
	c.uint(&n)
	if c.decoding {
		if n > uint64(len(c.buf)) { // each element takes a byte at least
			panic(brokenInput{})
		}
		if n > 0 {
			*s = make([]T, n)
		}
	}
	for i := range *s {
		elem(&(*s)[i])
	}
}

// enum codes a small unsigned number.
func enum[T ~uint8](c *codec, p *T) {
	n := uint64(*p)
	c.uint(&n)
	if n > 255 {
		panic(brokenInput{})
	}
	*p = T(n)
}

func (c *codec) site(s *lockgraph.Site) {
	c.str(&s.Pkg)
	c.str(&s.File)
	c.int(&s.Line)
	c.str(&s.Func)
}

// ownSite codes a site: whole at first, then by number.
func (c *codec) ownSite(s *site) {
	if !c.decoding {
		i, ok := c.siteIdx[*s]
		n := uint64(i + 1)
		if !ok {
			n = 0
		}
		c.uint(&n)
		if !ok {
			c.siteIdx[*s] = len(c.siteIdx)
			c.site(&(*s).Site)
		}
		return
	}
	var n uint64
	c.uint(&n)
	if n > uint64(len(c.sites)) {
		panic(brokenInput{})
	}
	if n > 0 {
		*s = c.sites[n-1]
		return
	}
	*s = new(position)
	c.site(&(*s).Site)
	c.sites = append(c.sites, *s)
}

func (c *codec) edge(e *lockgraph.Edge) {
	c.str(&e.From)
	c.str(&e.To)
	enum(c, &e.FromMode)
	enum(c, &e.ToMode)
	enum(c, &e.Kind)
	c.bool(&e.Retries)
	list(c, &e.FromAnchor, c.str)
	c.site(&e.Held)
	list(c, &e.Calls, c.site)
	c.site(&e.Site)
	c.site(&e.Report)
	list(c, &e.Gates, func(g *lockgraph.Gate) {
		c.str(&g.Class)
		enum(c, &g.Mode)
		list(c, &g.Anchors, c.str)
	})
	rel := string(e.Relation)
	c.str(&rel)
	e.Relation = lockgraph.Relation(rel)
	c.bool(&e.ByClass)
	c.bool(&e.Test)
	enum(c, &e.Origin)
}

func (c *codec) graphPart(g *graphPart) {
	list(c, &g.wrappers, c.str)
	list(c, &g.special, c.str)
	list(c, &g.classes, func(k *lockgraph.Class) {
		c.str(&k.Name)
		c.bool(&k.Weak)
		c.bool(&k.Adaptive)
		list(c, &k.Writers, func(w *lockgraph.Writer) {
			c.site(&w.Site)
			list(c, &w.Under, c.str)
		})
	})
	list(c, &g.edges, c.edge)
	list(c, &g.orders, func(o *lockgraph.Order) {
		c.str(&o.Before)
		c.str(&o.After)
		c.site(&o.Site)
	})
	list(c, &g.pending, func(p *pendingEdge) {
		c.edge(&p.edge)
		c.str(&p.key)
	})
	list(c, &g.providers, func(p *keyedProvider) {
		c.str(&p.key)
		c.str(&p.fn)
	})
	list(c, &g.types, func(m *methodSet) {
		c.str(&m.typ)
		list(c, &m.methods, c.str)
		list(c, &m.effects, func(e *methodEffect) {
			c.str(&e.method)
			c.str(&e.key)
		})
	})
}

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
	if kind == rootAlloc || kind == rootValue || kind == rootFree {
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
	if k.kind > stepRLocker || has != (k.kind >= stepField) {
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

func (c *codec) guard(g *guard) {
	c.int(&g.param)
	c.bool(&g.value)
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
		c.bool(&h.adaptive)
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
	list(c, &e.gates, c.held)
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

func encodeGraph(g *graphPart) []byte {
	c := newEncoder()
	c.graphPart(g)
	return c.buf
}

func decodeGraph(b []byte, g *graphPart) (err error) {
	if len(b) == 0 {
		return nil
	}
	defer catchBroken(&err)
	c := &codec{decoding: true, buf: b}
	c.graphPart(g)
	if len(c.buf) > 0 {
		return errBroken
	}
	return nil
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

func catchBroken(err *error) {
	switch r := recover().(type) {
	case nil:
	case brokenInput:
		*err = errBroken
	default:
		panic(r)
	}
}
