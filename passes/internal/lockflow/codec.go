package lockflow

import (
	"encoding/binary"

	"github.com/lockvet/lockvet/lockgraph"
)

// A graphPart is what a package says to whoever looks for cycles.
type graphPart struct {
	wrappers  []string
	special   []string // functions that leave a lock held, or call back under one; see encodeHead
	classes   []lockgraph.Class
	edges     []lockgraph.Edge
	orders    []lockgraph.Order
	pending   []pendingEdge
	providers []keyedProvider
	types     []methodSet
}

// joins reports whether the package can have a part in a cycle with others.
func (g *graphPart) joins() bool {
	return len(g.edges)+len(g.pending)+len(g.providers)+len(g.types)+len(g.orders) > 0
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
	c.bool(&e.ByType)
	c.bool(&e.Test)
	enum(c, &e.Origin)
}

func (c *codec) graphPart(g *graphPart) {
	list(c, &g.wrappers, c.str)
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

func catchBroken(err *error) {
	switch r := recover().(type) {
	case nil:
	case brokenInput:
		*err = errBroken
	default:
		panic(r)
	}
}
