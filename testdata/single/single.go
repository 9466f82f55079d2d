// Package single has cycles whose edges all lie in one package.
package single

import "sync"

// Two package variables, taken both ways round.

var first, second sync.Mutex

func forward() {
	first.Lock()
	defer first.Unlock()
	second.Lock()
	defer second.Unlock()
}

func backward() {
	second.Lock()
	defer second.Unlock()
	first.Lock() // want lockorder `first|second`
	defer first.Unlock()
}

// Three fields of three types: no two functions disagree, all three together do.

type disk struct{ mu sync.Mutex }
type cache struct{ mu sync.Mutex }
type index struct{ mu sync.Mutex }

func fill(c *cache, d *disk) {
	c.mu.Lock()
	d.mu.Lock()
	d.mu.Unlock()
	c.mu.Unlock()
}

func search(i *index, c *cache) {
	i.mu.Lock()
	c.mu.Lock()
	c.mu.Unlock()
	i.mu.Unlock()
}

func rebuild(d *disk, i *index) {
	d.mu.Lock()
	i.mu.Lock() // want lockorder `disk\.mu.*index\.mu|index\.mu.*disk\.mu`
	i.mu.Unlock()
	d.mu.Unlock()
}

// The second lock is taken two calls down; the report is at the call made by
// the function that holds the first.

type table struct {
	mu   sync.RWMutex
	rows map[string]*row
}

type row struct {
	mu    sync.Mutex
	owner *table
	n     int
}

func (t *table) sum() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, r := range t.rows {
		n += r.value()
	}
	return n
}

func (r *row) value() int { return r.locked(func() int { return r.n }) }

func (r *row) locked(f func() int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return f()
}

func (r *row) drop(key string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.owner.forget(key) // want lockorder `row\.mu`
}

func (t *table) forget(key string) { t.remove(key) }

func (t *table) remove(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.rows, key)
}

// A Cond gives up its own lock while it waits, but not the other one: waiting
// for it takes the first lock again under the second.

type box struct {
	mu   sync.Mutex
	cond *sync.Cond
	side sync.Mutex
	full bool
}

func newBox() *box {
	b := &box{}
	b.cond = sync.NewCond(&b.mu)
	return b
}

func (b *box) take() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.side.Lock()
	defer b.side.Unlock()
	for !b.full {
		b.cond.Wait() // want lockorder `box\.side`
	}
	b.full = false
}

// A Once is a lock: other callers of Do wait for the one that runs f.

var (
	once   sync.Once
	config sync.Mutex
)

func load() {
	once.Do(func() {
		config.Lock()
		defer config.Unlock()
	})
}

func reload() {
	config.Lock()
	defer config.Unlock()
	load() // want lockorder `once` // want doublelock `config is locked by a goroutine that holds it`
}
