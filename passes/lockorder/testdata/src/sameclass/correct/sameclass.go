// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: two instances of one class.
package correct

import (
	"sync"
)

// The account with the smaller id is locked first.

type account struct {
	mu      sync.Mutex
	id      int
	balance int
}

func transfer(from, to *account, n int) bool {
	if from == to {
		return true
	}
	first, second := from, to
	if second.id < first.id {
		first, second = second, first
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	if from.balance < n {
		return false
	}
	from.balance -= n
	to.balance += n
	return true
}

func swapHalf(a, b *account) { transfer(a, b, a.id); transfer(b, a, b.id) }

// Grow is done with the node before it goes to the parent.

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
	n.size += d
	p := n.parent
	n.mu.Unlock()
	if p != nil {
		p.mu.Lock()
		p.size += d
		p.mu.Unlock()
	}
}

// Bump reads the pointer, lets go and locks the predecessor alone.

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
	p := e.prev
	e.mu.Unlock()
	if p != nil {
		p.mu.Lock()
		p.v++
		p.mu.Unlock()
	}
}

// The other set is copied before this one is locked.

type Set struct {
	mu sync.RWMutex
	m  map[string]struct{}
}

func (s *Set) Union(o *Set) {
	if s == o {
		return
	}
	keys := o.keys()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range keys {
		s.m[k] = struct{}{}
	}
}

func (s *Set) Len() int { s.mu.RLock(); defer s.mu.RUnlock(); return len(s.m) }

func (s *Set) keys() (out []string) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for k := range s.m {
		out = append(out, k)
	}
	return out
}

// The smaller index is locked first.

type shards struct {
	mu [16]sync.Mutex
	m  [16]map[string]int
}

func (s *shards) move(k string, i, j int) {
	if i == j {
		return
	}
	lo, hi := min(i, j), max(i, j)
	s.mu[lo].Lock()
	defer s.mu[lo].Unlock()
	s.mu[hi].Lock()
	defer s.mu[hi].Unlock()
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

// Evaluate imports without own lock and store the result afterwards (upstream
// alternative: serialise under the server lock).

type importAccount struct {
	mu      sync.RWMutex
	name    string
	imports []*importAccount
	ok      bool
	trusted map[string]bool
}

func (a *importAccount) allows(n string) bool {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.trusted[n]
}

func (a *importAccount) update() {
	a.mu.RLock()
	ims := append([]*importAccount(nil), a.imports...)
	a.mu.RUnlock()
	ok := true
	for _, b := range ims {
		ok = b.allows(a.name) && ok
	}
	a.mu.Lock()
	a.ok = ok
	a.mu.Unlock()
}

func refreshAll(as []*importAccount) {
	for _, a := range as {
		go a.update()
	}
}
