package faulty

import "sync"

// The literal is told to lock by the caller that holds the lock.

type client struct {
	mu  sync.Mutex
	out []byte
}

func (c *client) enqueue(b byte) { c.out = append(c.out, b) }

func (c *client) switchMode(n int) {
	send := func(cmd byte, useLock bool) {
		b := cmd + byte(n)
		if useLock {
			c.mu.Lock()
		}
		c.enqueue(b)
		if useLock {
			c.mu.Unlock()
		}
	}
	send(1, false)
	send(2, true)
}

func (c *client) Switch() {
	c.mu.Lock()
	c.switchMode(3) // want `client.mu is locked by a goroutine that holds it, a deadlock: locked at told.go:18 \(called from told.go:31, told.go:26\) while it is held since told.go:30`
	c.mu.Unlock()
}
