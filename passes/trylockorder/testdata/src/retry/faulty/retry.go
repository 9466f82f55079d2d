// Package faulty holds faults that must be found: a trylock whose failure
// releases the outer lock and starts over at once.
package faulty

import (
	"runtime"
	"sync"
)

// On failure the outer lock is released and the loop starts over at once; the
// other side blocks in reverse order.

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
	for {
		in.mu.Lock()
		if !in.m.mu.TryLock() { // want `retried at once: safe only while TryLock does not spin.*: inode.mu -> mapping.mu -> inode.mu:`
			in.mu.Unlock()
			continue
		}
		in.size, in.m.pages = n, n/4096
		in.m.mu.Unlock()
		in.mu.Unlock()
		return
	}
}

func (m *mapping) grow() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.pages++
	m.host.mu.Lock()
	m.host.size += 4096
	m.host.mu.Unlock()
}

// A helper tries to take both locks and reports false with neither held; its
// caller repeats it with only a yield between.

type swap struct {
	l, r sync.Mutex
	a, b int
}

func (s *swap) tryBoth() bool {
	s.l.Lock()
	if s.r.TryLock() { // want `retried at once: safe only while TryLock does not spin.*: swap.l -> swap.r -> swap.l:`
		return true
	}
	s.l.Unlock()
	return false
}

func (s *swap) exchange() {
	for !s.tryBoth() {
		runtime.Gosched()
	}
	s.a, s.b = s.b, s.a
	s.r.Unlock()
	s.l.Unlock()
}

func (s *swap) copyBack() {
	s.r.Lock()
	defer s.r.Unlock()
	s.l.Lock()
	defer s.l.Unlock()
	s.a = s.b
}

// A yield between release and retry does not make it a back-off.

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
	for {
		t.root.mu.Lock()
		if t.mu.TryLock() { // want `retried at once: safe only while TryLock does not spin.*: node.mu -> tree.mu -> node.mu:`
			t.n++
			t.root.keys = t.root.keys[:len(t.root.keys)/2]
			t.mu.Unlock()
			t.root.mu.Unlock()
			return
		}
		t.root.mu.Unlock()
		runtime.Gosched()
	}
}

func (t *tree) insert(k int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.root.mu.Lock()
	t.root.keys = append(t.root.keys, k)
	t.root.mu.Unlock()
}

// The result of TryLock goes through a variable and a negation before the
// branch.

type cell struct {
	hi, lo sync.Mutex
	v      int
}

func (c *cell) carry() {
	done := false
	for !done {
		c.lo.Lock()
		ok := c.hi.TryLock() // want `retried at once: safe only while TryLock does not spin.*: cell.hi -> cell.lo -> cell.hi:`
		failed := !ok
		if failed {
			c.lo.Unlock()
			continue
		}
		c.v += 256
		done = true
		c.hi.Unlock()
		c.lo.Unlock()
	}
}

func (c *cell) borrow() {
	c.hi.Lock()
	defer c.hi.Unlock()
	c.lo.Lock()
	defer c.lo.Unlock()
	c.v -= 256
}

// TryLock is the second operand of a conjunction; both a closed gate and a
// failed try start over at once.

type lane struct {
	mu   sync.Mutex
	open bool
	cars int
}

type crossing struct{ ns, ew lane }

func (c *crossing) turn() {
	for {
		c.ns.mu.Lock()
		if c.ns.open && c.ew.mu.TryLock() { // want `retried at once: safe only while TryLock does not spin.*: crossing.ew.mu -> crossing.ns.mu -> crossing.ew.mu:`
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
	c.ew.mu.Lock()
	defer c.ew.mu.Unlock()
	c.ew.open = !c.ew.open
	c.ns.mu.Lock()
	c.ns.open = !c.ew.open
	c.ns.mu.Unlock()
}

// A switch without a tag: one case is the successful TryLock, the default
// releases and goes round again.

type broker struct {
	subs, msgs sync.Mutex
	n, m       int
	closed     bool
}

func (b *broker) deliver() bool {
	for {
		b.msgs.Lock()
		switch {
		case b.m == 0:
			b.msgs.Unlock()
			return false
		case b.subs.TryLock(): // want `retried at once: safe only while TryLock does not spin.*: broker.msgs -> broker.subs -> broker.msgs:`
			b.m--
			b.subs.Unlock()
			b.msgs.Unlock()
			return true
		default:
			b.msgs.Unlock()
		}
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

// The retry side tries a read lock; the writer blocks on the first lock with
// the second write-locked.

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
again:
	v.mu.Lock()
	if !v.data.mu.TryRLock() { // want `retried at once: safe only while TryLock does not spin.*: data.mu -> view.mu -> data.mu:`
		v.mu.Unlock()
		goto again
	}
	v.cur = v.data.ver
	v.data.mu.RUnlock()
	v.mu.Unlock()
}

func (d *data) commit() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ver++
	d.v.mu.Lock()
	d.v.cur = d.ver
	d.v.mu.Unlock()
}

// The tries go through the project's own Mutex type, whose TryLock passes on
// what sync's says.

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
	for {
		v.heap.Lock()
		if !v.stack.TryLock() { // want `retried at once: safe only while TryLock does not spin.*: vm.heap.mu -> vm.stack.mu -> vm.heap.mu:`
			v.heap.Unlock()
			continue
		}
		v.live /= 2
		v.stack.Unlock()
		v.heap.Unlock()
		return
	}
}

func (v *vm) call() {
	v.stack.Lock()
	defer v.stack.Unlock()
	v.heap.Lock()
	v.live++
	v.heap.Unlock()
}

// The retry loop closes a ring: queue tries device, device waits for bus, bus
// waits for queue.

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
		if q.d.mu.TryLock() { // want `retried at once: safe only while TryLock does not spin.*: bus.mu -> queue.mu -> device.mu -> bus.mu:`
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
	defer b.mu.Unlock()
	for _, q := range b.qs {
		q.mu.Lock()
		n += q.n
		q.mu.Unlock()
	}
	return n
}
