package manual

import "sync"

type Cache struct {
	mu    sync.Mutex
	items map[string]int
	quit  chan struct{}
	done  chan struct{}
}

func (c *Cache) Start(tick <-chan string) {
	c.quit = make(chan struct{})
	c.done = make(chan struct{})
	go c.sweep(tick)
}

func (c *Cache) sweep(tick <-chan string) {
	defer close(c.done) // cache.go:19
	for {
		select {
		case k := <-tick:
			c.mu.Lock() // cache.go:23
			delete(c.items, k)
			c.mu.Unlock()
		case <-c.quit:
			return
		}
	}
}

func (c *Cache) Stop() {
	c.mu.Lock() // cache.go:33
	defer c.mu.Unlock()
	close(c.quit)
	<-c.done // cache.go:36 // want `^Cache.mu is held while waiting to receive from Cache.done, a deadlock: `
	c.items = nil
}
