// Package manager completes the cycles that package pool began.
package manager

import (
	"sync"

	"example.com/crosspkg/pool"
)

type Manager struct {
	mu   sync.Mutex
	pool *pool.Pool
	n    int
}

// Return holds a connection and wants the pool; Drain has it the other way.
func (m *Manager) Return(c *pool.Conn) {
	c.Lock()
	defer c.Unlock()
	m.pool.Put(c) // want lockorder `Pool\.mu`
}

// Locking helpers of another package leave their lock held.
func (m *Manager) measure(g *pool.Gauge) {
	g.Hold()
	m.mu.Lock()
	m.n++
	m.mu.Unlock()
	g.Release()
}

func (m *Manager) publish(g *pool.Gauge) {
	m.mu.Lock()
	defer m.mu.Unlock()
	g.Set(m.n) // want lockorder `Gauge\.mu`
}

// A Census is updated by a callback that runs under the pool's lock, and puts
// connections back under its own.
type Census struct {
	mu   sync.Mutex
	seen map[*pool.Conn]bool
}

func (c *Census) Take(p *pool.Pool) {
	p.Each(c.note)
}

func (c *Census) note(conn *pool.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen[conn] = true
}

func (c *Census) Restore(p *pool.Pool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for conn := range c.seen {
		p.Put(conn) // want lockorder `Census\.mu`
	}
}
