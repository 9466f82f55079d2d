// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: sync.Once.
package correct

import "sync"

// The function uses what it has just made.

var (
	once   sync.Once
	shared *client
)

type client struct {
	region string
	peers  []string
}

func Default() *client {
	once.Do(func() {
		shared = &client{region: "global"}
		shared.peers = []string{shared.region}
	})
	return shared
}

// One Once's function uses another Once.

type config struct {
	base, full sync.Once
	vals       map[string]string
}

func (c *config) home() string {
	c.base.Do(func() { c.vals = map[string]string{"home": "/"} })
	return c.vals["home"]
}

func (c *config) data() string {
	c.full.Do(func() { c.vals["data"] = c.home() + "data" })
	return c.vals["data"]
}

// The same Once of another object.

type layer struct {
	load   sync.Once
	parent *layer
	depth  int
}

func (l *layer) level() int {
	l.load.Do(func() {
		if l.parent != nil {
			l.depth = l.parent.level() + 1
		}
	})
	return l.depth
}

// The Once was used before, and is not in use any more.

func (l *layer) reset() {
	l.load.Do(func() { l.depth = 0 })
	l.load.Do(func() { l.depth = 1 })
}

// A goroutine started by the function waits for its end.

type plugin struct {
	mu    sync.Mutex
	init  sync.Once
	names []string
}

func (p *plugin) start() {
	p.init.Do(func() {
		go p.refresh()
	})
}

func (p *plugin) refresh() {
	p.start()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.names = nil
}

// The function run by the Once takes a lock that its caller does not hold.

func (p *plugin) count() int {
	p.init.Do(func() {
		p.mu.Lock()
		p.names = append(p.names, "default")
		p.mu.Unlock()
	})
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.names)
}
