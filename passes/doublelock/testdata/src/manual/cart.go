package manual

import "sync"

type Cart struct {
	mu    sync.Mutex
	items map[string]int
	total int
}

func (c *Cart) Add(item string, price int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[item] += price
	c.update() // cart.go:15 // want `Cart.mu is locked by a goroutine that holds it, a deadlock: locked at cart.go:23 \(called from cart.go:15, cart.go:19\) while it is held since cart.go:12`
}

func (c *Cart) update() {
	c.total = c.Sum()
}

func (c *Cart) Sum() int {
	c.mu.Lock() // cart.go:23
	defer c.mu.Unlock()
	sum := 0
	for _, price := range c.items {
		sum += price
	}
	return sum
}
