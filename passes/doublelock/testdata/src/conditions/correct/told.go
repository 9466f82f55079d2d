package correct

import "sync"

// The literal locks only if it is told to: the caller that holds the lock says no,
// the goroutine, which does not hold it, says yes.

type client struct {
	mu  sync.Mutex
	out []byte
}

type server struct {
	wg sync.WaitGroup
}

func (s *server) start(f func()) {
	s.wg.Add(1)
	go f()
}

func (c *client) enqueue(b byte) { c.out = append(c.out, b) }

// c.mu is held.
func (s *server) switchMode(c *client, n int) {
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
	s.start(func() {
		defer s.wg.Done()
		send(2, true)
	})
}

func (s *server) Switch(c *client) {
	c.mu.Lock()
	s.switchMode(c, 3)
	c.mu.Unlock()
}
