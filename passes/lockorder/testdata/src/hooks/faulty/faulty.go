// Package faulty gives the pool a method that locks, and calls the pool with
// the same lock held.
package faulty

import (
	"sync"

	"hooks/pool"
)

type gateway struct {
	mu   sync.Mutex
	bad  map[int]bool
	pool *pool.Pool
}

func newGateway() *gateway {
	g := &gateway{bad: map[int]bool{}}
	g.pool = pool.New(g.healthy)
	return g
}

func (g *gateway) healthy(id int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return !g.bad[id]
}

func (g *gateway) eject(id int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.bad[id] = true
	g.pool.Remove(id) // want `lock order inversion, a deadlock: gateway.mu -> pool.Pool.mu -> gateway.mu:`
}
