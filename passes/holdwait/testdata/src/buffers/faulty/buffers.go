// Package faulty holds faults that must be found: a buffered channel that can
// be full, with a lock held that the receiver takes.
package faulty

import "sync"

// The write loop takes the lock after each message.

type client struct {
	mu   sync.Mutex
	out  chan []byte
	sent int
	pend int
}

func startClient() *client {
	c := &client{out: make(chan []byte, 64)}
	go c.writeLoop()
	return c
}

func (c *client) writeLoop() {
	for {
		msg, ok := <-c.out
		if !ok {
			return
		}
		c.mu.Lock()
		c.sent += len(msg)
		c.pend--
		c.mu.Unlock()
	}
}

func (c *client) enqueue(msg []byte) {
	c.mu.Lock()
	c.pend++
	c.out <- msg // want `^client.mu is held while waiting to send on client.out, a deadlock: held since buffers.go:36, waiting at buffers.go:38; the receive at buffers.go:24 may have to wait for client.mu first, at buffers.go:28$`
	c.mu.Unlock()
}

// Room for one.

type mailbox struct {
	mu    sync.Mutex
	mail  chan string
	count int
}

func newMailbox() *mailbox {
	m := &mailbox{mail: make(chan string, 1)}
	go m.sort()
	return m
}

func (m *mailbox) sort() {
	for s := range m.mail {
		m.mu.Lock()
		m.count -= len(s)
		m.mu.Unlock()
	}
}

func (m *mailbox) drop(letters []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range letters {
		m.count += len(s)
		m.mail <- s // want `mailbox.mu is held while waiting to send on mailbox.mail, a deadlock`
	}
}
