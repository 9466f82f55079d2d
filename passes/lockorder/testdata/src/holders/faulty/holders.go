// Package faulty holds faults that must be found: locks that are embedded,
// promoted, pointed to, or in anonymous structs.
package faulty

import (
	"sync"
)

// Both objects embed their mutex; the promoted Lock methods are taken in both
// orders.

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
	t.Lock()
	defer t.Unlock()
	t.cat.Lock() // want `lock order inversion, a deadlock: Catalog.RWMutex -> Table.Mutex -> Catalog.RWMutex:`
	delete(t.cat.tables, t.name)
	t.cat.tables[to] = t
	t.cat.Unlock()
	t.name = to
}

// The mutexes are pointers, made in the constructor; read-after-write and close
// take them in opposite orders.

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
	c.rmu.Lock()
	defer c.rmu.Unlock()
	c.wmu.Lock() // want `lock order inversion, a deadlock: conn.rmu -> conn.wmu -> conn.rmu:`
	defer c.wmu.Unlock()
	c.closed = true
}

// Two package variables of anonymous struct types with embedded mutexes, locked
// in opposite orders.

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
	metrics.Lock()
	defer metrics.Unlock()
	metrics.n[name] += level() // want `lock order inversion, a deadlock: conf.Mutex -> metrics.Mutex -> conf.Mutex:`
}

// Bringing a device up read-locks the peer table while sending keepalives,
// which reach the identity lock; changing the private key locks identity then
// peers.

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
	defer d.peers.RUnlock()
	for _, p := range d.peers.m {
		p.keepalive()
	}
}

func (p *peer) keepalive() int   { return p.d.handshake() }
func (d *device) handshake() int { d.id.RLock(); defer d.id.RUnlock(); return d.id.key }

func (d *device) setKey(k int) {
	d.id.Lock()
	defer d.id.Unlock()
	d.id.key = k
	d.peers.Lock() // want `lock order inversion, a deadlock: device.id.RWMutex -> device.peers.RWMutex -> device.id.RWMutex:`
	delete(d.peers.m, k)
	d.peers.Unlock()
}

// Two types embed the same base with its mutex; server locks client under its
// own lock and client locks server under its own.

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
	defer c.mu.Unlock()
	c.n++
	c.srv.mu.Lock() // want `lock order inversion, a deadlock: client.base.mu -> server.base.mu -> client.base.mu:`
	c.srv.n++
	c.srv.mu.Unlock()
}
