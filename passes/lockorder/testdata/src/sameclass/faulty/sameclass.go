// Package faulty holds faults that must be found: two instances of one class.
package faulty

import (
	"sync"
)

// A transfer locks its two accounts in the order of its arguments.

type account struct {
	mu      sync.Mutex
	id      int
	balance int
}

func transfer(from, to *account, n int) bool {
	if from == to {
		return true
	}
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock() // want `two instances of account.mu are locked in an order set by the caller`
	defer to.mu.Unlock()
	if from.balance < n {
		return false
	}
	from.balance -= n
	to.balance += n
	return true
}

func swapHalf(a, b *account) { transfer(a, b, a.id); transfer(b, a, b.id) }

// A node locks its children under its own lock in one method, and its parent
// under its own lock in another.

type node struct {
	mu     sync.Mutex
	parent *node
	kids   []*node
	size   int
	frozen bool
}

func (n *node) freeze() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.frozen = true
	for _, k := range n.kids {
		k.mu.Lock()
		k.frozen = true
		k.mu.Unlock()
	}
}

func (n *node) grow(d int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.size += d
	if p := n.parent; p != nil {
		p.mu.Lock() // want `lock order inversion, a deadlock: node.mu -> node.mu -> node.mu:`
		p.size += d
		p.mu.Unlock()
	}
}

// A linked list whose elements lock their successor under their own lock to
// insert, and their predecessor to unlink.

type elem struct {
	mu         sync.Mutex
	prev, next *elem
	v          int
}

func (e *elem) insertAfter(x *elem) {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := e.next
	if n != nil {
		n.mu.Lock()
		n.prev = x
		n.mu.Unlock()
	}
	x.next, x.prev = n, e
	e.next = x
}

func (e *elem) bump() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if p := e.prev; p != nil {
		p.mu.Lock() // want `lock order inversion, a deadlock: elem.mu -> elem.mu -> elem.mu:`
		p.v++
		p.mu.Unlock()
	}
}

// S.Union(o) read-locks o with s locked; o.Union(s) does the opposite.

type Set struct {
	mu sync.RWMutex
	m  map[string]struct{}
}

func (s *Set) Union(o *Set) {
	if s == o {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	o.mu.RLock() // want `two instances of Set.mu are locked in an order set by the caller`
	defer o.mu.RUnlock()
	for k := range o.m {
		s.m[k] = struct{}{}
	}
}

func (s *Set) Len() int { s.mu.RLock(); defer s.mu.RUnlock(); return len(s.m) }

// Move locks two shards of one array in the order of its indices, whatever they
// are.

type shards struct {
	mu [16]sync.Mutex
	m  [16]map[string]int
}

func (s *shards) move(k string, i, j int) {
	if i == j {
		return
	}
	s.mu[i].Lock()
	defer s.mu[i].Unlock()
	s.mu[j].Lock() // want `two instances of shards.mu\[\] are locked in an order set by the caller`
	defer s.mu[j].Unlock()
	s.m[j][k] = s.m[i][k]
	delete(s.m[i], k)
}

func (s *shards) balance(k string, a, b int) {
	if len(s.m) > 3 {
		s.move(k, a, b)
	} else {
		s.move(k, b, a)
	}
}
