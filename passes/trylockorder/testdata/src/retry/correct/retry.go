// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: a trylock whose failure releases the outer lock
// and starts over at once.
package correct

import (
	"runtime"
	"sync"
)

// Truncate takes the mapping first and waits, as grow does.

type inode struct {
	mu   sync.Mutex
	size int
	m    *mapping
}

type mapping struct {
	mu    sync.Mutex
	pages int
	host  *inode
}

func (in *inode) truncate(n int) {
	in.m.mu.Lock()
	defer in.m.mu.Unlock()
	in.mu.Lock()
	defer in.mu.Unlock()
	in.size, in.m.pages = n, n/4096
}

func (m *mapping) grow() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.pages++
	m.host.mu.Lock()
	m.host.size += 4096
	m.host.mu.Unlock()
}

// Exchange waits in the order of copyBack.

type swap struct {
	l, r sync.Mutex
	a, b int
}

func (s *swap) exchange() {
	s.r.Lock()
	defer s.r.Unlock()
	s.l.Lock()
	defer s.l.Unlock()
	s.a, s.b = s.b, s.a
}

func (s *swap) copyBack() {
	s.r.Lock()
	defer s.r.Unlock()
	s.l.Lock()
	defer s.l.Unlock()
	s.a = s.b
}

// Split takes the tree first and waits.

type node struct {
	mu   sync.Mutex
	keys []int
}

type tree struct {
	mu   sync.Mutex
	root *node
	n    int
}

func (t *tree) split() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.root.mu.Lock()
	defer t.root.mu.Unlock()
	t.n++
	t.root.keys = t.root.keys[:len(t.root.keys)/2]
}

func (t *tree) insert(k int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.root.mu.Lock()
	t.root.keys = append(t.root.keys, k)
	t.root.mu.Unlock()
}

// Carry waits, high first.

type cell struct {
	hi, lo sync.Mutex
	v      int
}

func (c *cell) carry() {
	c.hi.Lock()
	defer c.hi.Unlock()
	c.lo.Lock()
	defer c.lo.Unlock()
	c.v += 256
}

func (c *cell) borrow() {
	c.hi.Lock()
	defer c.hi.Unlock()
	c.lo.Lock()
	defer c.lo.Unlock()
	c.v -= 256
}

// Flip locks ns first, so the tries go with the order.

type lane struct {
	mu   sync.Mutex
	open bool
	cars int
}

type crossing struct{ ns, ew lane }

func (c *crossing) turn() {
	for {
		c.ns.mu.Lock()
		if c.ns.open && c.ew.mu.TryLock() {
			c.ns.cars--
			c.ew.cars++
			c.ew.mu.Unlock()
			c.ns.mu.Unlock()
			return
		}
		c.ns.mu.Unlock()
		runtime.Gosched()
	}
}

func (c *crossing) flip() {
	c.ns.mu.Lock()
	defer c.ns.mu.Unlock()
	c.ew.mu.Lock()
	defer c.ew.mu.Unlock()
	c.ew.open = !c.ew.open
	c.ns.open = !c.ew.open
}

// Deliver gives up when the subscribers are busy.

type broker struct {
	subs, msgs sync.Mutex
	n, m       int
	closed     bool
}

func (b *broker) deliver() bool {
	b.msgs.Lock()
	defer b.msgs.Unlock()
	switch {
	case b.m == 0:
		return false
	case b.subs.TryLock():
		b.m--
		b.subs.Unlock()
		return true
	default:
		return false
	}
}

func (b *broker) publish() {
	b.subs.Lock()
	defer b.subs.Unlock()
	if b.n > 0 {
		b.msgs.Lock()
		b.m++
		b.msgs.Unlock()
	}
}

// Refresh read-locks the data first and waits.

type view struct {
	mu   sync.Mutex
	cur  int
	data *data
}

type data struct {
	mu  sync.RWMutex
	ver int
	v   *view
}

func (v *view) refresh() {
	v.data.mu.RLock()
	defer v.data.mu.RUnlock()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.cur = v.data.ver
}

func (d *data) commit() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ver++
	d.v.mu.Lock()
	d.v.cur = d.ver
	d.v.mu.Unlock()
}

// Gc stops the stack first and waits for it.

type Mutex struct {
	mu    sync.Mutex
	owner string
}

func (m *Mutex) Lock()   { m.mu.Lock() }
func (m *Mutex) Unlock() { m.mu.Unlock() }

func (m *Mutex) TryLock() bool {
	return m.mu.TryLock()
}

type vm struct {
	heap, stack Mutex
	live        int
}

func (v *vm) gc() {
	v.stack.Lock()
	defer v.stack.Unlock()
	v.heap.Lock()
	defer v.heap.Unlock()
	v.live /= 2
}

func (v *vm) call() {
	v.stack.Lock()
	defer v.stack.Unlock()
	v.heap.Lock()
	v.live++
	v.heap.Unlock()
}

// The bus copies its list and scans without its lock.

type queue struct {
	mu sync.Mutex
	n  int
	d  *device
}

type device struct {
	mu sync.Mutex
	b  *bus
}

type bus struct {
	mu sync.Mutex
	qs []*queue
	n  int
}

func (q *queue) kick() {
	for {
		q.mu.Lock()
		if q.d.mu.TryLock() {
			q.n--
			q.d.mu.Unlock()
			q.mu.Unlock()
			return
		}
		q.mu.Unlock()
	}
}

func (d *device) reset() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.b.mu.Lock()
	d.b.n++
	d.b.mu.Unlock()
}

func (b *bus) scan() (n int) {
	b.mu.Lock()
	qs := append([]*queue(nil), b.qs...)
	b.mu.Unlock()
	for _, q := range qs {
		q.mu.Lock()
		n += q.n
		q.mu.Unlock()
	}
	return n
}

// A retry loop whose order nothing inverts.

type store struct {
	meta, data sync.Mutex
	n          int
}

func (s *store) put() {
	for {
		s.meta.Lock()
		if !s.data.TryLock() {
			s.meta.Unlock()
			runtime.Gosched()
			continue
		}
		s.n++
		s.data.Unlock()
		s.meta.Unlock()
		return
	}
}

func (s *store) both() {
	s.meta.Lock()
	s.data.Lock()
	s.n--
	s.data.Unlock()
	s.meta.Unlock()
}

func (s *store) one() { s.data.Lock(); s.n = 0; s.data.Unlock() }
