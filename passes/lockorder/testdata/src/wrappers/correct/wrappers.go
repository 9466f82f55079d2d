// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: lock types of the project, sync.Locker and
// RLocker.
package correct

import (
	"sync"
	"sync/atomic"
)

// DeleteTopic is done with the topics before it locks the clients.

type Mutex struct {
	m sync.Mutex
	n atomic.Int64
}

func (m *Mutex) Lock()   { m.m.Lock(); m.n.Add(1) }
func (m *Mutex) Unlock() { m.m.Unlock() }

type broker struct {
	topicsMu Mutex
	topics   map[string]int
	clientMu Mutex
	clients  map[int]string
}

func (b *broker) subscribe(id int, topic string) {
	b.clientMu.Lock()
	defer b.clientMu.Unlock()
	b.clients[id] = topic
	b.topicsMu.Lock()
	b.topics[topic]++
	b.topicsMu.Unlock()
}

func (b *broker) deleteTopic(topic string) {
	b.topicsMu.Lock()
	delete(b.topics, topic)
	b.topicsMu.Unlock()
	b.clientMu.Lock()
	defer b.clientMu.Unlock()
	for id, t := range b.clients {
		if t == topic {
			delete(b.clients, id)
		}
	}
}

// DropRoute finishes with the routes before it opens the users.

type Guarded[T any] struct {
	mu sync.Mutex
	v  T
}

func (g *Guarded[T]) With(f func(v *T)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f(&g.v)
}

type app struct {
	routes Guarded[map[string]int]
	users  Guarded[[]string]
}

func (a *app) addUser(u string) {
	a.users.With(func(us *[]string) {
		*us = append(*us, u)
		a.routes.With(func(m *map[string]int) { (*m)[u] = len(*us) })
	})
}

func (a *app) dropRoute(r string) {
	a.routes.With(func(m *map[string]int) { delete(*m, r) })
	a.users.With(func(us *[]string) { *us = (*us)[:0] })
}

// Trim locks the store first.

func withLock(l sync.Locker, f func()) {
	l.Lock()
	defer l.Unlock()
	f()
}

type pair struct {
	store, index sync.Mutex
	m            map[string]int
	keys         []string
}

func (p *pair) put(k string, v int) {
	withLock(&p.store, func() {
		p.m[k] = v
		p.index.Lock()
		p.keys = append(p.keys, k)
		p.index.Unlock()
	})
}

func (p *pair) trim(n int) {
	p.store.Lock()
	defer p.store.Unlock()
	p.index.Lock()
	defer p.index.Unlock()
	for _, k := range p.keys[n:] {
		delete(p.m, k)
	}
	p.keys = p.keys[:n]
}

// Replay takes the table first.

type table struct {
	mu   sync.RWMutex
	rows []int
	log  sync.Mutex
	recs []int
}

func (t *table) scan() {
	l := t.mu.RLocker()
	l.Lock()
	defer l.Unlock()
	t.log.Lock()
	t.recs = append(t.recs, len(t.rows))
	t.log.Unlock()
}

func (t *table) replay() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.log.Lock()
	defer t.log.Unlock()
	t.rows = append(t.rows, t.recs...)
}

// Next takes the document's lock before its own.

type doc struct {
	mu   sync.Mutex
	text []string
	cur  []*cursor
}

type cursor struct {
	mu  sync.Mutex
	d   *doc
	l   sync.Locker // the document's lock
	pos int
}

func (d *doc) newCursor() *cursor {
	c := &cursor{d: d, l: &d.mu}
	d.mu.Lock()
	d.cur = append(d.cur, c)
	d.mu.Unlock()
	return c
}

func (c *cursor) next() string {
	c.l.Lock()
	defer c.l.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pos++
	return c.d.text[c.pos-1]
}

func (d *doc) truncate() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.text = nil
	for _, c := range d.cur {
		c.mu.Lock()
		c.pos = 0
		c.mu.Unlock()
	}
}

// The project's Mutex keeps its owner under a small lock of its own, taken
// inside Lock and Unlock and never held over them.

type MetaMutex struct {
	mu    sync.Mutex
	metaM sync.Mutex
	owner string
}

func (m *MetaMutex) Lock() {
	m.mu.Lock()
	m.metaM.Lock()
	m.owner = "me"
	m.metaM.Unlock()
}

func (m *MetaMutex) Unlock() {
	m.metaM.Lock()
	m.owner = ""
	m.metaM.Unlock()
	m.mu.Unlock()
}

func (m *MetaMutex) Owner() string { m.metaM.Lock(); defer m.metaM.Unlock(); return m.owner }

type metaPair struct{ a, b MetaMutex }

func (p *metaPair) both(f func()) {
	p.a.Lock()
	defer p.a.Unlock()
	p.b.Lock()
	defer p.b.Unlock()
	f()
}

func (p *metaPair) owners() [2]string { return [2]string{p.a.Owner(), p.b.Owner()} }

// One helper takes a sync.Locker and is nested with two different locks, always
// in the same order.

func with(l sync.Locker, f func()) {
	l.Lock()
	defer l.Unlock()
	f()
}

type cart struct {
	items, price sync.Mutex
	n, sum       int
}

func (c *cart) add(p int) {
	with(&c.items, func() {
		c.n++
		with(&c.price, func() { c.sum += p })
	})
}

func (c *cart) clear() {
	with(&c.items, func() {
		c.n = 0
		with(&c.price, func() { c.sum = 0 })
	})
}

func (c *cart) total() (s int) {
	with(&c.price, func() { s = c.sum })
	return s
}

// Two guarded fields of one generic type are nested in one order only.

type InorderGuarded[T any] struct {
	mu sync.Mutex
	v  T
}

func (g *InorderGuarded[T]) With(f func(v *T)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f(&g.v)
}

type inorderApp struct {
	users  InorderGuarded[map[string]int]
	counts InorderGuarded[map[int]int]
}

func (a *inorderApp) login(u string) {
	a.users.With(func(m *map[string]int) {
		(*m)[u]++
		a.counts.With(func(c *map[int]int) { (*c)[(*m)[u]]++ })
	})
}

func (a *inorderApp) reset() {
	a.users.With(func(m *map[string]int) {
		a.counts.With(func(c *map[int]int) { clear(*c) })
		clear(*m)
	})
}

func (a *inorderApp) peak() (n int) {
	a.counts.With(func(c *map[int]int) { n = len(*c) })
	return n
}

// The lock of a field is of the package's own interface; the constructor binds
// it to the state's mutex, which is taken before the log's in every method.

type locker interface {
	Lock()
	Unlock()
}

type journal struct {
	state, log sync.Mutex
	lock       locker
	n          int
}

func newJournal() *journal {
	j := &journal{}
	j.lock = &j.state
	return j
}

func (j *journal) add() {
	j.lock.Lock()
	defer j.lock.Unlock()
	j.log.Lock()
	j.n++
	j.log.Unlock()
}

func (j *journal) trim() {
	j.state.Lock()
	defer j.state.Unlock()
	j.log.Lock()
	j.n = 0
	j.log.Unlock()
}
