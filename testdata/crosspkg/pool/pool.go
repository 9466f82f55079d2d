// Package pool holds one half of each cycle.
package pool

import "sync"

// A Conn is locked by whoever uses it.
type Conn struct {
	sync.Mutex
	uses int
}

type Pool struct {
	mu   sync.Mutex
	idle []*Conn
}

// Drain locks the pool, then each connection.
func (p *Pool) Drain() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.idle {
		c.Lock()
		c.uses = 0
		c.Unlock()
	}
	p.idle = nil
}

func (p *Pool) Put(c *Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, c)
}

// A Gauge is locked through methods of its own.
type Gauge struct {
	mu sync.Mutex
	n  int
}

func (g *Gauge) Hold()    { g.mu.Lock() }
func (g *Gauge) Release() { g.mu.Unlock() }
func (g *Gauge) Set(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.n = n
}

// Each calls f for every idle connection, under the pool's lock.
func (p *Pool) Each(f func(*Conn)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.idle {
		f(c)
	}
}
