package correct

import "sync"

// The channel was just made with room for one, and all who send hold the lock:
// this is the first to be sent.

type consumer struct {
	mu   sync.Mutex
	pch  chan struct{}
	head *int
}

func (c *consumer) switchOver(quit chan struct{}) {
	c.mu.Lock()
	c.pch = make(chan struct{}, 1)
	go c.loop(quit, c.pch)
	if c.head != nil {
		c.pch <- struct{}{}
	}
	c.mu.Unlock()
}

func (c *consumer) forward() {
	c.mu.Lock()
	c.head = nil
	c.mu.Unlock()
}

func (c *consumer) loop(quit, pch chan struct{}) {
	c.forward()
	for {
		select {
		case <-quit:
			return
		case <-pch:
			c.forward()
		}
	}
}

func (c *consumer) propose(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.head = &n
	select {
	case c.pch <- struct{}{}:
	default:
	}
}
