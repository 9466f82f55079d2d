// Package correct holds code of which nothing may be said: two locks of one
// class, or a name that stands for another object by then.
package correct

import "sync"

type node struct {
	mu    sync.Mutex
	next  *node
	up    *node
	kids  map[string]*node
	count int
}

// The parent's lock is another than the child's.

func (n *node) add() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.count++
	if n.up != nil {
		n.up.add()
	}
}

func (n *node) sum() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	s := n.count
	for _, k := range n.kids {
		s += k.sum()
	}
	return s
}

// The pointer is set to another object while the first one is locked.

func second(n *node) int {
	n.mu.Lock()
	if n.next == nil {
		defer n.mu.Unlock()
		return n.count
	}
	m := n
	n = n.next
	n.mu.Lock()
	m.mu.Unlock()
	defer n.mu.Unlock()
	return n.count
}

// The field is set to a new segment, whose lock is free.

type segment struct {
	mu   sync.Mutex
	data []byte
}

type wal struct {
	cur  *segment
	full []*segment
}

func (w *wal) roll() {
	old := w.cur
	old.mu.Lock()
	defer old.mu.Unlock()
	w.full = append(w.full, old)
	w.cur = &segment{}
	w.cur.mu.Lock()
	w.cur.data = append(w.cur.data, old.data...)
	w.cur.mu.Unlock()
}

// A method changes the field.

func (w *wal) renew() { w.cur = new(segment) }

func (w *wal) swap() {
	w.cur.mu.Lock()
	old := w.cur
	w.renew()
	w.cur.mu.Lock()
	w.cur.data = old.data
	w.cur.mu.Unlock()
	old.mu.Unlock()
}

// Different elements, and indices that change in between.

type stripe struct {
	mu sync.Mutex
	m  map[string]int
}

type table struct{ stripes [8]stripe }

func (t *table) first() (int, int) {
	t.stripes[0].mu.Lock()
	defer t.stripes[0].mu.Unlock()
	t.stripes[1].mu.Lock()
	defer t.stripes[1].mu.Unlock()
	return len(t.stripes[0].m), len(t.stripes[1].m)
}

func (t *table) lockAll() {
	for i := range t.stripes {
		t.stripes[i].mu.Lock()
	}
}

func (t *table) unlockAll() {
	for i := range t.stripes {
		t.stripes[i].mu.Unlock()
	}
}

func (t *table) clear() {
	t.lockAll()
	defer t.unlockAll()
	for i := range t.stripes {
		clear(t.stripes[i].m)
	}
}

func (t *table) move(i, j int, k string) {
	if i == j {
		return
	}
	a, b := &t.stripes[min(i, j)], &t.stripes[max(i, j)]
	a.mu.Lock()
	defer a.mu.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	t.stripes[j].m[k] = t.stripes[i].m[k]
	delete(t.stripes[i].m, k)
}

// The same object is told apart before the second lock.

func merge(a, b *node) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a != b {
		b.mu.Lock()
		defer b.mu.Unlock()
	}
	a.count += b.count
}

func double(n *node) { merge(n, n) }

// Two elements of a map, by keys that are not the same.

func (n *node) link(from, to string) {
	f := n.kids[from]
	f.mu.Lock()
	defer f.mu.Unlock()
	if from == to {
		return
	}
	t := n.kids[to]
	t.mu.Lock()
	defer t.mu.Unlock()
	f.next = t
}

// A constructor returns a new object with each call.

func newNode(up *node) *node { return &node{up: up, kids: map[string]*node{}} }

func grow(n *node) {
	n.mu.Lock()
	defer n.mu.Unlock()
	k := newNode(n)
	k.mu.Lock()
	k.count = 1
	k.mu.Unlock()
	n.kids["new"] = k
}

// A copy has a lock of its own.

type settings struct {
	mu   *sync.Mutex
	vals map[string]string
}

func (s settings) fork() settings {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := settings{mu: new(sync.Mutex), vals: map[string]string{}}
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, v := range s.vals {
		c.vals[k] = v
	}
	return c
}
