// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: a common lock keeps two orders apart.
package correct

import (
	"sync"
)

// Up takes the gate exclusively.

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
	g.gate.Lock()
	defer g.gate.Unlock()
	g.y.Lock()
	defer g.y.Unlock()
	g.x.Lock()
	defer g.x.Unlock()
	g.py += g.px
}

// The gate is the package's.

var (
	namesMu, idsMu sync.Mutex
	names          = map[string]int{}
	ids            = map[int]string{}
)

type client struct{ n int }

func (c *client) register(name string, id int) {
	gate.Lock()
	defer gate.Unlock()
	namesMu.Lock()
	defer namesMu.Unlock()
	idsMu.Lock()
	defer idsMu.Unlock()
	names[name], ids[id] = id, name
	c.n++
}

func (c *client) unregister(id int) {
	gate.Lock()
	defer gate.Unlock()
	idsMu.Lock()
	defer idsMu.Unlock()
	namesMu.Lock()
	defer namesMu.Unlock()
	delete(names, ids[id])
	delete(ids, id)
	c.n--
}

var gate sync.Mutex

// Cb takes its locks one after the other.

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
	v := x.n[2]
	x.c.Unlock()
	x.b.Lock()
	x.n[1] += v
	x.b.Unlock()
}

// Two package locks are taken in both orders, but always under a third package
// lock.

var (
	topology sync.Mutex // before left and right
	left     sync.Mutex
	right    sync.Mutex
	l, r     []int
)

func moveRight() {
	topology.Lock()
	defer topology.Unlock()
	left.Lock()
	defer left.Unlock()
	right.Lock()
	defer right.Unlock()
	r, l = append(r, l...), nil
}

func moveLeft() {
	topology.Lock()
	defer topology.Unlock()
	right.Lock()
	defer right.Unlock()
	left.Lock()
	defer left.Unlock()
	l, r = append(l, r...), nil
}

func sizes() (a, b int) {
	left.Lock()
	a = len(l)
	left.Unlock()
	right.Lock()
	b = len(r)
	right.Unlock()
	return a, b
}

// The gate, and the two locks it protects, belong to the same object; the inner
// orders are in helpers.

type volume struct {
	admin       sync.Mutex // held whenever both meta and data are taken
	meta, data  sync.Mutex
	files, size int
}

func (v *volume) shrink() {
	v.admin.Lock()
	defer v.admin.Unlock()
	v.metaThenData()
}

func (v *volume) scrub() {
	v.admin.Lock()
	defer v.admin.Unlock()
	v.dataThenMeta()
}

func (v *volume) metaThenData() {
	v.meta.Lock()
	defer v.meta.Unlock()
	v.data.Lock()
	defer v.data.Unlock()
	v.size = v.files
}

func (v *volume) dataThenMeta() {
	v.data.Lock()
	defer v.data.Unlock()
	v.meta.Lock()
	defer v.meta.Unlock()
	v.files = v.size
}

func (v *volume) write(n int) { v.data.Lock(); v.size += n; v.data.Unlock() }

// One order is taken under the shared side of a RWMutex, the other under its
// exclusive side: they never meet.

type db struct {
	ddl          sync.RWMutex
	rows, index  sync.Mutex
	nRows, nKeys int
}

func (d *db) insert() {
	d.ddl.RLock()
	defer d.ddl.RUnlock()
	d.rows.Lock()
	defer d.rows.Unlock()
	d.nRows++
	d.index.Lock()
	d.nKeys++
	d.index.Unlock()
}

func (d *db) reindex() {
	d.ddl.Lock()
	defer d.ddl.Unlock()
	d.index.Lock()
	defer d.index.Unlock()
	d.rows.Lock()
	d.nKeys = d.nRows
	d.rows.Unlock()
}

// Two applications are locked in either order, but only by a function that
// already holds an outer scheduler lock.

type app struct {
	mu sync.Mutex
	n  int
}

type sched struct {
	gate sync.Mutex
	apps []*app
}

func (s *sched) preempt(i, j int) {
	s.gate.Lock()
	defer s.gate.Unlock()
	x, y := s.apps[i], s.apps[j]
	x.mu.Lock()
	defer x.mu.Unlock()
	if x != y {
		y.mu.Lock()
		defer y.mu.Unlock()
		y.n--
	}
	x.n++
}
