// Package traps does what looks like a fault and is none.
package traps

import "sync"

// Orders that never meet, because a third lock is held both times.

type Desk struct {
	mu      sync.Mutex
	in, out sync.Mutex
}

func (d *Desk) Sort() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.in.Lock()
	defer d.in.Unlock()
	d.out.Lock()
	defer d.out.Unlock()
}

func (d *Desk) Return() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.out.Lock()
	defer d.out.Unlock()
	d.in.Lock()
	defer d.in.Unlock()
}

// The same, with a variable as the third.

var (
	audit         sync.Mutex
	credit, debit sync.RWMutex
)

func Credit() {
	audit.Lock()
	defer audit.Unlock()
	credit.Lock()
	defer credit.Unlock()
	debit.Lock()
	defer debit.Unlock()
}

func Debit() {
	audit.Lock()
	defer audit.Unlock()
	debit.Lock()
	defer debit.Unlock()
	credit.Lock()
	defer credit.Unlock()
}

// Readers, of what nobody writes.

type Atlas struct{ maps, index sync.RWMutex }

func (a *Atlas) Find() {
	a.index.RLock()
	defer a.index.RUnlock()
	a.maps.RLock()
	defer a.maps.RUnlock()
}

func (a *Atlas) Draw() {
	a.maps.RLock()
	defer a.maps.RUnlock()
	a.index.RLock()
	defer a.index.RUnlock()
	a.Find()
}

// An attempt against the order does not wait.

type Cache struct {
	mu    sync.Mutex
	slots []*Slot
}

type Slot struct {
	mu    sync.Mutex
	empty bool
}

func (c *Cache) Evict() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.slots {
		if s.mu.TryLock() {
			s.empty = true
			s.mu.Unlock()
		}
	}
}

func (s *Slot) Fill(c *Cache) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.empty = false
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slots = append(c.slots, s)
}

// Nodes that are made and forgotten, and others made in their place, so that what
// was a parent becomes a child.

type Node struct {
	mu   sync.Mutex
	kids []*Node
}

func Tree(depth int) *Node {
	n := new(Node)
	if depth > 0 {
		n.kids = []*Node{Tree(depth - 1), Tree(depth - 1)}
	}
	return n
}

// Count holds the locks from the root on.
func (n *Node) Count() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	count := 1
	for _, k := range n.kids {
		count += k.Count()
	}
	return count
}

// Leftmost lets go of each lock when it has the next.
func (n *Node) Leftmost() *Node {
	n.mu.Lock()
	for len(n.kids) > 0 {
		next := n.kids[0]
		next.mu.Lock()
		n.mu.Unlock()
		n = next
	}
	n.mu.Unlock()
	return n
}

// Objects that are used again, in another order, and one that is made as new
// while it is locked.

type Buffer struct {
	mu   sync.Mutex
	data []byte
}

var buffers = sync.Pool{New: func() any { return new(Buffer) }}

func Copy() {
	to, from := buffers.Get().(*Buffer), buffers.Get().(*Buffer)
	to.mu.Lock()
	from.mu.Lock()
	to.data = append(to.data, from.data...)
	from.mu.Unlock()
	to.mu.Unlock()
	buffers.Put(to)
	buffers.Put(from)
}

func (b *Buffer) Reset() {
	b.mu.Lock()
	*b = Buffer{}
}
