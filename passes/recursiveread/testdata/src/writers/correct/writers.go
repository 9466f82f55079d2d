// Package correct holds code of which nothing may be said: no writer can come
// between the two read locks.
package correct

import "sync"

// Nobody writes.

type catalog struct {
	mu    sync.RWMutex
	items map[string]int
}

func (c *catalog) has(name string) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	_, ok := c.items[name]
	return ok
}

func (c *catalog) both(a, b string) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.has(a) && c.has(b)
}

// The only writer tries, and does not wait. Readers get past it.

type gauge struct {
	mu   sync.RWMutex
	vals []int
}

func (g *gauge) offer(v int) bool {
	if !g.mu.TryLock() {
		return false
	}
	defer g.mu.Unlock()
	g.vals = append(g.vals, v)
	return true
}

func (g *gauge) len() int {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return len(g.vals)
}

func (g *gauge) mean() int {
	g.mu.RLock()
	defer g.mu.RUnlock()
	sum := 0
	for _, v := range g.vals {
		sum += v
	}
	return sum / g.len()
}

// The writer and the reader both hold the lock of the administration, so they
// never meet.

type plan struct {
	admin sync.Mutex
	mu    sync.RWMutex
	steps []string
}

func (p *plan) replace(steps []string) {
	p.admin.Lock()
	defer p.admin.Unlock()
	p.mu.Lock()
	p.steps = steps
	p.mu.Unlock()
}

func (p *plan) size() int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return len(p.steps)
}

func (p *plan) last() string {
	p.admin.Lock()
	defer p.admin.Unlock()
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.steps[p.size()-1]
}

// The writer locks another lock, of the same struct or of the same name.

type pair struct {
	left, right sync.RWMutex
	vals        [2]int
}

func (p *pair) setRight(v int) {
	p.right.Lock()
	p.vals[1] = v
	p.right.Unlock()
}

func (p *pair) getLeft() int {
	p.left.RLock()
	defer p.left.RUnlock()
	return p.vals[0]
}

func (p *pair) doubled() int {
	p.left.RLock()
	defer p.left.RUnlock()
	return p.vals[0] + p.getLeft()
}

// Only init writes.

var (
	codecsMu sync.RWMutex
	codecs   = map[string]int{}
)

func init() {
	codecsMu.Lock()
	codecs["plain"] = 1
	codecsMu.Unlock()
}

func lookup(name string) int {
	codecsMu.RLock()
	defer codecsMu.RUnlock()
	return codecs[name]
}

func total(names ...string) (n int) {
	codecsMu.RLock()
	defer codecsMu.RUnlock()
	for _, name := range names {
		n += lookup(name)
	}
	return n
}
