package traps

import "sync"

// A tree of which the nodes are connected by another lock: its updates go up only.

type Branch struct {
	mu    sync.Mutex
	joint *Joint // nil at the root
	value int
}

type Joint struct {
	mu     sync.Mutex
	parent *Branch
	sum    int
}

// NewTree returns the leaves of a tree of two levels, and what joins them.
func NewTree(n int) (*Joint, []*Branch) {
	j := &Joint{parent: new(Branch)}
	var leaves []*Branch
	for range n {
		leaves = append(leaves, &Branch{joint: j})
	}
	return j, leaves
}

func (b *Branch) Update(v int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.value = v
	if b.joint != nil {
		b.joint.Add(v)
	}
}

func (j *Joint) Add(v int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.sum += v
	j.parent.Update(j.sum)
}

// Two lists of one generic type, of which one leads to its elements.

type List[T any] struct {
	sync.RWMutex
	items []T
}

func (l *List[T]) Insert(t T) {
	l.Lock()
	defer l.Unlock()
	l.items = append(l.items, t)
}

func (l *List[T]) Len() int {
	l.RLock()
	defer l.RUnlock()
	return len(l.items)
}

func (l *List[T]) Each(f func(T)) {
	l.RLock()
	defer l.RUnlock()
	walk(l.items, f)
}

func walk[T any](items []T, f func(T)) {
	for _, t := range items {
		f(t)
	}
}

type Consumer struct {
	mu      sync.Mutex
	filters *List[string]
	signals int
}

func (c *Consumer) Pending() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.filters.Len()
}

func (c *Consumer) Signal() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.signals++
}

type Stream struct{ consumers *List[*Consumer] }

func (s *Stream) Signal() { s.consumers.Each((*Consumer).Signal) }

// A table that its users may hold for reading.

type Index struct {
	mu   sync.RWMutex
	rows []string
}

func (x *Index) Rows() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return len(x.rows)
}

func (x *Index) Add(row string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.rows = append(x.rows, row)
}

// Shut keeps the lock: nobody may use x from then on.
func (x *Index) Shut() { x.mu.Lock() }
