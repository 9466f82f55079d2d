// Package correct holds code that only looks like a fault, of which nothing may
// be said: two instances of one class in an order that the path or the
// structure gives.
package correct

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"sync"
	"unsafe"
)

// Two accounts are locked in the order of their ids, exchanged if need be.

type account struct {
	mu      sync.Mutex
	id      int64
	balance int64
}

func transfer(from, to *account, n int64) {
	if from.id == to.id {
		return
	}
	a, b := from, to
	if a.id > b.id {
		a, b = b, a
	}
	a.mu.Lock()
	b.mu.Lock()
	from.balance -= n
	to.balance += n
	b.mu.Unlock()
	a.mu.Unlock()
}

// The order of the ids is decided by a branch with both orders written out.

type player struct {
	mu   sync.Mutex
	id   int
	gold int
}

func trade(p, q *player, n int) {
	if p == q {
		return
	}
	if p.id < q.id {
		p.mu.Lock()
		q.mu.Lock()
	} else {
		q.mu.Lock()
		p.mu.Lock()
	}
	defer p.mu.Unlock()
	defer q.mu.Unlock()
	p.gold -= n
	q.gold += n
}

// Two buffers are locked in the order of their addresses, in a helper that
// returns the unlock function.

type buffer struct {
	mu sync.Mutex
	b  []byte
}

func lockBoth(x, y *buffer) func() {
	if x == y {
		x.mu.Lock()
		return x.mu.Unlock
	}
	if uintptr(unsafe.Pointer(x)) > uintptr(unsafe.Pointer(y)) {
		x, y = y, x
	}
	x.mu.Lock()
	y.mu.Lock()
	return func() {
		y.mu.Unlock()
		x.mu.Unlock()
	}
}

func move(dst, src *buffer) {
	defer lockBoth(dst, src)()
	dst.b = append(dst.b, src.b...)
	src.b = src.b[:0]
}

// All keys are sorted and made unique, then their rows locked in that order and
// released together.

type row struct {
	mu sync.Mutex
	id int
	v  int
}

func addAll(rows []*row, d int) {
	rows = slices.Clone(rows)
	slices.SortFunc(rows, func(a, b *row) int { return cmp.Compare(a.id, b.id) })
	rows = slices.Compact(rows)
	for _, r := range rows {
		r.mu.Lock()
	}
	for _, r := range rows {
		r.v += d
	}
	for _, r := range rows {
		r.mu.Unlock()
	}
}

// A sorted list is walked hand over hand: the next element is locked before
// this one is let go, always forwards.

type elem struct {
	mu   sync.Mutex
	key  int
	next *elem
}

type list struct{ head elem }

func (l *list) insert(key int) {
	prev := &l.head
	prev.mu.Lock()
	cur := prev.next
	for cur != nil {
		cur.mu.Lock()
		if cur.key >= key {
			break
		}
		prev.mu.Unlock()
		prev = cur
		cur = cur.next
	}
	prev.next = &elem{key: key, next: cur}
	if cur != nil {
		cur.mu.Unlock()
	}
	prev.mu.Unlock()
}

// A lookup descends a tree and locks the child before it releases the parent.

type node struct {
	mu   sync.RWMutex
	key  int
	kids [2]*node
}

func (n *node) find(key int) bool {
	n.mu.RLock()
	for {
		if n.key == key {
			n.mu.RUnlock()
			return true
		}
		i := 0
		if key > n.key {
			i = 1
		}
		k := n.kids[i]
		if k == nil {
			n.mu.RUnlock()
			return false
		}
		k.mu.RLock()
		n.mu.RUnlock()
		n = k
	}
}

func (n *node) setKey(k int) { n.mu.Lock(); n.key = k; n.mu.Unlock() }

// A recursive method locks the children under the parent's lock; nothing locks
// upwards.

type dir struct {
	mu   sync.Mutex
	subs []*dir
	size int
}

func (d *dir) total() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := d.size
	for _, s := range d.subs {
		n += s.total()
	}
	return n
}

func (d *dir) add(n int) { d.mu.Lock(); d.size += n; d.mu.Unlock() }

func (d *dir) mkdir() *dir {
	s := &dir{}
	d.mu.Lock()
	d.subs = append(d.subs, s)
	d.mu.Unlock()
	return s
}

func (d *dir) child(i int) *dir { d.mu.Lock(); defer d.mu.Unlock(); return d.subs[i] }

// A context-like node cancels its children under its own lock; only the top one
// removes itself from its parent, after it unlocked.

type cancelNode struct {
	mu     sync.Mutex
	parent *cancelNode
	kids   map[*cancelNode]struct{}
	err    error
}

func (n *cancelNode) cancel(detach bool, err error) {
	n.mu.Lock()
	if n.err != nil {
		n.mu.Unlock()
		return
	}
	n.err = err
	for k := range n.kids {
		k.cancel(false, err)
	}
	n.kids = nil
	n.mu.Unlock()
	if detach && n.parent != nil {
		n.parent.remove(n)
	}
}

func (n *cancelNode) remove(k *cancelNode) {
	n.mu.Lock()
	delete(n.kids, k)
	n.mu.Unlock()
}

func (n *cancelNode) Stop() { n.cancel(true, errors.New("stopped")) }

// Two shards of an array are locked with the smaller index first.

type shards struct {
	mu [8]sync.Mutex
	n  [8]int
}

func (s *shards) move(from, to, n int) {
	if from == to {
		return
	}
	i, j := from, to
	if i > j {
		i, j = j, i
	}
	s.mu[i].Lock()
	s.mu[j].Lock()
	s.n[from] -= n
	s.n[to] += n
	s.mu[j].Unlock()
	s.mu[i].Unlock()
}

// A copy is built in a local object of the same type, whose lock is taken under
// the original's; nobody else knows the copy.

type set struct {
	mu sync.Mutex
	m  map[string]bool
}

func (s *set) add(k string) { s.mu.Lock(); s.m[k] = true; s.mu.Unlock() }

func (s *set) clone() *set {
	c := &set{m: map[string]bool{}}
	s.mu.Lock()
	defer s.mu.Unlock()
	for k := range s.m {
		c.add(k)
	}
	return c
}

func (s *set) drain(into func(string)) {
	s.mu.Lock()
	ks := slices.Collect(maps.Keys(s.m))
	clear(s.m)
	s.mu.Unlock()
	for _, k := range ks {
		into(k)
	}
}

func cloneMove(dst, src *set) { src.drain(dst.add) }
