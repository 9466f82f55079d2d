// Package correct holds code that only looks like a fault, of which nothing may
// be said: a lock handed to a goroutine, which releases it whatever the function
// that started it waits for.
package correct

import "sync"

// A transport calls back with its lock held; the callback takes the connection.

type conn struct {
	mu sync.Mutex
	tr *transport
	n  int
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
		c.n++
	}}
	return c
}

// The deferred Close runs when the connection is the goroutine's to release.
func (c *conn) update(ok bool) {
	c.mu.Lock()
	if !ok {
		c.mu.Unlock()
		return
	}
	if c.tr != nil {
		defer c.tr.Close()
		c.tr = nil
	}
	go c.resetAndUnlock()
}

// The function literal defers the unlock; Close is called after it started.
func (c *conn) reset() {
	c.mu.Lock()
	go func() {
		defer c.mu.Unlock()
		c.n++
	}()
	c.tr.Close()
}

// What Close is called on was read before the goroutine started.
func (c *conn) replace() {
	c.mu.Lock()
	tr := c.tr
	go c.resetAndUnlock()
	tr.Close()
}

// resetAndUnlock is called with c.mu held and releases it.
func (c *conn) resetAndUnlock() {
	c.n++
	c.mu.Unlock()
}
