// Package faulty holds faults that must be found: lock types of the project,
// sync.Locker and RLocker.
package faulty

import (
	"sync"
	"sync/atomic"
)

// The project's own Mutex type wraps sync's and counts; two fields of that type
// are taken in opposite orders.

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
	defer b.topicsMu.Unlock()
	delete(b.topics, topic)
	b.clientMu.Lock() // want `lock order inversion, a deadlock: broker.clientMu.m -> broker.topicsMu.m -> broker.clientMu.m:`
	defer b.clientMu.Unlock()
	for id, t := range b.clients {
		if t == topic {
			delete(b.clients, id)
		}
	}
}

// Guarded[T].With runs a function on the value under its lock; two guarded
// fields are nested in both orders.

type Guarded[T any] struct {
	mu sync.Mutex
	v  T
}

func (g *Guarded[T]) With(f func(v *T)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f(&g.v) // want `lock order inversion, a deadlock: app.routes.mu -> app.users.mu -> app.routes.mu:`
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
	a.routes.With(func(m *map[string]int) {
		delete(*m, r)
		a.users.With(func(us *[]string) { *us = (*us)[:0] })
	})
}

// A helper takes a sync.Locker and a function; one call nests the index in the
// store that way, a plain method nests them the other way.

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
	p.index.Lock()
	defer p.index.Unlock()
	for _, k := range p.keys[n:] {
		p.store.Lock() // want `lock order inversion, a deadlock: pair.index -> pair.store -> pair.index:`
		delete(p.m, k)
		p.store.Unlock()
	}
	p.keys = p.keys[:n]
}

// A read lock taken through RLocker is held while the writer's log is locked;
// the log locks the table exclusively under its own lock.

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
	t.log.Lock()
	defer t.log.Unlock()
	t.mu.Lock() // want `lock order inversion, a deadlock: table.log -> table.mu -> table.log:`
	t.rows = append(t.rows, t.recs...)
	t.mu.Unlock()
}

// The object keeps a sync.Locker that the constructor binds to another object's
// mutex; it is taken under the object's own lock, and the other way elsewhere.

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
	c.mu.Lock()
	defer c.mu.Unlock()
	c.l.Lock()
	defer c.l.Unlock()
	c.pos++
	return c.d.text[c.pos-1]
}

func (d *doc) truncate() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.text = nil
	for _, c := range d.cur {
		c.mu.Lock() // want `lock order inversion, a deadlock: cursor.mu -> doc.mu -> cursor.mu:`
		c.pos = 0
		c.mu.Unlock()
	}
}

// The lock of a field is of the package's own interface; the constructor binds
// it to the state's mutex, which another method takes under the log's.

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
	j.log.Lock()
	defer j.log.Unlock()
	j.state.Lock() // want `lock order inversion, a deadlock: journal.log -> journal.state -> journal.log:`
	j.n = 0
	j.state.Unlock()
}
