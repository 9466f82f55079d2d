// Package faulty holds faults that must be found: a common lock keeps two
// orders apart.
package faulty

import (
	"sync"
)

// Both orders are taken under a gate, but read-locked on both sides, so it
// keeps nobody out.

type grid struct {
	gate sync.RWMutex
	x, y sync.Mutex
	px   int
	py   int
}

func (g *grid) right() {
	g.gate.RLock()
	defer g.gate.RUnlock()
	g.x.Lock()
	defer g.x.Unlock()
	g.y.Lock()
	defer g.y.Unlock()
	g.px += g.py
}

func (g *grid) up() {
	g.gate.RLock()
	defer g.gate.RUnlock()
	g.y.Lock()
	defer g.y.Unlock()
	g.x.Lock() // want `lock order inversion, a deadlock: grid.x -> grid.y -> grid.x:`
	defer g.x.Unlock()
	g.py += g.px
}

// The gate belongs to the object, the inverted locks to the package: two
// objects pass two gates.

var (
	namesMu, idsMu sync.Mutex
	names          = map[string]int{}
	ids            = map[int]string{}
)

type client struct {
	gate sync.Mutex
	n    int
}

func (c *client) register(name string, id int) {
	c.gate.Lock()
	defer c.gate.Unlock()
	namesMu.Lock()
	defer namesMu.Unlock()
	idsMu.Lock()
	defer idsMu.Unlock()
	names[name], ids[id] = id, name
	c.n++
}

func (c *client) unregister(id int) {
	c.gate.Lock()
	defer c.gate.Unlock()
	idsMu.Lock()
	defer idsMu.Unlock()
	namesMu.Lock() // want `lock order inversion, a deadlock: idsMu -> namesMu -> idsMu:`
	defer namesMu.Unlock()
	delete(names, ids[id])
	delete(ids, id)
	c.n--
}

// The two-lock inversion is gated, but a longer way round through a third lock
// is not.

type core struct {
	gate, a, b, c sync.Mutex
	n             [3]int
}

func (x *core) ab() {
	x.gate.Lock()
	defer x.gate.Unlock()
	x.a.Lock()
	defer x.a.Unlock()
	x.b.Lock()
	x.n[1] += x.n[0]
	x.b.Unlock()
}

func (x *core) ba() {
	x.gate.Lock()
	defer x.gate.Unlock()
	x.b.Lock()
	defer x.b.Unlock()
	x.a.Lock()
	x.n[0] += x.n[1]
	x.a.Unlock()
}

func (x *core) ac() {
	x.a.Lock()
	defer x.a.Unlock()
	x.c.Lock()
	x.n[2] += x.n[0]
	x.c.Unlock()
}

func (x *core) cb() {
	x.c.Lock()
	defer x.c.Unlock()
	x.b.Lock() // want `lock order inversion, a deadlock: core.a -> core.c -> core.b -> core.a:`
	x.n[1] += x.n[2]
	x.b.Unlock()
}
