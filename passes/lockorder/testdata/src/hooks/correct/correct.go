// Package correct does the same with a pool that calls back after it unlocked,
// and removes after it unlocked itself from the pool that does not.
package correct

import (
	"sync"

	"hooks/pool"
	"hooks/quiet"
)

type gateway struct {
	mu   sync.Mutex
	bad  map[int]bool
	pool *quiet.Pool
}

func newGateway() *gateway {
	g := &gateway{bad: map[int]bool{}}
	g.pool = quiet.New(func(id int) bool {
		g.mu.Lock()
		defer g.mu.Unlock()
		return !g.bad[id]
	})
	return g
}

func (g *gateway) eject(id int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.bad[id] = true
	g.pool.Remove(id)
}

type router struct {
	mu   sync.Mutex
	bad  map[int]bool
	pool *pool.Pool
}

func newRouter() *router {
	r := &router{bad: map[int]bool{}}
	r.pool = pool.New(r.healthy)
	return r
}

func (r *router) healthy(id int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.bad[id]
}

func (r *router) eject(id int) {
	r.mu.Lock()
	r.bad[id] = true
	r.mu.Unlock()
	r.pool.Remove(id)
}
