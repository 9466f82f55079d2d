// Package faulty holds faults that must be found: a goroutine that does not
// release the lock of the function that started it, or is started too late.
package faulty

import "sync"

// The goroutine only counts: the connection is still locked when the transport,
// whose callback takes the connection, is closed.

type conn struct {
	mu sync.Mutex
	tr *transport
	n  chan int
}

type transport struct {
	mu      sync.Mutex
	onClose func()
}

func (t *transport) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.onClose()
}

func newConn() *conn {
	c := &conn{}
	c.tr = &transport{onClose: func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.tr = nil
	}}
	return c
}

func (c *conn) update() {
	c.mu.Lock()
	defer c.mu.Unlock()
	go c.count()
	c.tr.Close() // want `lock order inversion, a deadlock: conn.mu -> transport.mu -> conn.mu:`
}

func (c *conn) count() { c.n <- 1 }

// The link is handed to a goroutine, but only after the port was closed.

type link struct {
	mu sync.Mutex
	p  *port
	n  int
}

type port struct {
	mu      sync.Mutex
	onClose func()
}

func (p *port) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.onClose()
}

func newLink() *link {
	l := &link{}
	l.p = &port{onClose: func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.n++
	}}
	return l
}

func (l *link) update() {
	l.mu.Lock()
	l.p.Close() // want `lock order inversion, a deadlock: link.mu -> port.mu -> link.mu:`
	go l.resetAndUnlock()
}

// resetAndUnlock is called with l.mu held and releases it.
func (l *link) resetAndUnlock() {
	l.n++
	l.mu.Unlock()
}
