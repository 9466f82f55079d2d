// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: locks that are embedded, promoted, pointed to, or
// in anonymous structs.
package correct

import (
	"sync"
)

// Rename takes the catalog before the table.

type Catalog struct {
	sync.RWMutex
	tables map[string]*Table
}

type Table struct {
	sync.Mutex
	name string
	cat  *Catalog
	rows int
}

func (c *Catalog) Rows() (n int) {
	c.RLock()
	defer c.RUnlock()
	for _, t := range c.tables {
		t.Lock()
		n += t.rows
		t.Unlock()
	}
	return n
}

func (t *Table) Rename(to string) {
	t.cat.Lock()
	defer t.cat.Unlock()
	t.Lock()
	defer t.Unlock()
	delete(t.cat.tables, t.name)
	t.cat.tables[to] = t
	t.name = to
}

// Close takes the write lock first, as roundTrip does.

type conn struct {
	rmu, wmu *sync.Mutex
	buf      []byte
	closed   bool
}

func newConn() *conn { return &conn{rmu: new(sync.Mutex), wmu: new(sync.Mutex)} }

func (c *conn) roundTrip(p []byte) []byte {
	c.wmu.Lock()
	defer c.wmu.Unlock()
	c.buf = append(c.buf, p...)
	c.rmu.Lock()
	defer c.rmu.Unlock()
	out := c.buf
	c.buf = nil
	return out
}

func (c *conn) Close() {
	c.wmu.Lock()
	defer c.wmu.Unlock()
	c.rmu.Lock()
	defer c.rmu.Unlock()
	c.closed = true
}

// Observe reads the level first.

var conf struct {
	sync.Mutex
	level int
	tags  map[string]string
}

var metrics struct {
	sync.Mutex
	n     map[string]int
	debug bool
}

func SetLevel(n int) {
	conf.Lock()
	defer conf.Unlock()
	conf.level = n
	metrics.Lock()
	metrics.debug = n > 3
	metrics.Unlock()
}

func level() int { conf.Lock(); defer conf.Unlock(); return conf.level }

func Observe(name string) {
	lv := level()
	metrics.Lock()
	defer metrics.Unlock()
	metrics.n[name] += lv
}

// Collect peers under the read lock, release it, then send.

type device struct {
	peers struct {
		sync.RWMutex
		m map[int]*peer
	}
	id struct {
		sync.RWMutex
		key int
	}
}

type peer struct{ d *device }

func (d *device) up() {
	d.peers.RLock()
	var ps []*peer
	for _, p := range d.peers.m {
		ps = append(ps, p)
	}
	d.peers.RUnlock()
	for _, p := range ps {
		p.keepalive()
	}
}

func (p *peer) keepalive() int   { return p.d.handshake() }
func (d *device) handshake() int { d.id.RLock(); defer d.id.RUnlock(); return d.id.key }

func (d *device) setKey(k int) {
	d.id.Lock()
	defer d.id.Unlock()
	d.id.key = k
	d.peers.Lock()
	delete(d.peers.m, k)
	d.peers.Unlock()
}

// Hello counts on the server after its own lock.

type base struct {
	mu   sync.Mutex
	name string
	n    int
}

type server struct {
	base
	clients []*client
}

type client struct {
	base
	srv *server
}

func (s *server) kickAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.clients {
		c.mu.Lock()
		c.n = 0
		c.mu.Unlock()
	}
}

func (c *client) hello() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
	c.srv.mu.Lock()
	c.srv.n++
	c.srv.mu.Unlock()
}

// Two types embed the same base with its mutex and its lock helper; client
// locks server under its own lock, never the other way.

type linkBase struct {
	mu sync.Mutex
	n  int
}

func (b *linkBase) locked(f func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f()
}

type linkServer struct {
	linkBase
	hits int
}

type linkClient struct {
	linkBase
	srv *linkServer
}

func (c *linkClient) call() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	c.srv.locked(func() { c.srv.hits++ })
}

func (s *linkServer) reset() { s.mu.Lock(); s.n, s.hits = 0, 0; s.mu.Unlock() }
func (c *linkClient) reset() { c.locked(func() { c.n = 0 }); c.srv.reset() }
