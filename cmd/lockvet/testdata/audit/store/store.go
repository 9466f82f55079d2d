// Package store tries locks in all the ways that an audit tells apart. Each of its
// trylocks says in a comment what it is.
package store

import (
	"sync"

	"github.com/lockvet/lockvet/runtime/adaptive"
)

// The order is table before page.

type Table struct {
	mu    sync.Mutex
	pages []*Page
}

type Page struct {
	mu    sync.Mutex
	table *Table
	dirty bool
}

func (t *Table) Flush() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, p := range t.pages {
		p.mu.Lock()
		p.dirty = false
		p.mu.Unlock()
	}
}

func (t *Table) FlushSome(p *Page) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if p.mu.TryLock() { // safe: no order leads back
		p.dirty = false
		p.mu.Unlock()
	}
}

func (p *Page) Evict() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.table.mu.TryLock() { // unsafe: its whole spin time
		return false
	}
	defer p.table.mu.Unlock()
	p.table.pages = nil
	return true
}

func (p *Page) Drop() {
	for {
		p.mu.Lock()
		if p.tryTable() {
			break
		}
		p.mu.Unlock()
	}
	p.table.pages = nil
	p.table.mu.Unlock()
	p.mu.Unlock()
}

func (p *Page) tryTable() bool { return p.table.mu.TryLock() } // unsafe: starts over

func (p *Page) Touch() {
	if p.mu.TryLock() { // safe: no other lock is held
		p.dirty = true
		p.mu.Unlock()
	}
}

// NewTable fills in a page before anyone else can see it.
func NewTable() *Table {
	t := new(Table)
	p := &Page{table: t}
	p.mu.Lock()
	if t.mu.TryLock() { // safe: not shared yet
		t.pages = append(t.pages, p)
		t.mu.Unlock()
	}
	p.mu.Unlock()
	return t
}

// A gate keeps the two orders of index and shard apart.

type Shard struct{ mu sync.Mutex }

var (
	gate  sync.Mutex
	index sync.Mutex
)

func (s *Shard) Grow() {
	gate.Lock()
	defer gate.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	index.Lock()
	defer index.Unlock()
}

func (s *Shard) Shrink() {
	gate.Lock()
	defer gate.Unlock()
	index.Lock()
	defer index.Unlock()
	if s.mu.TryLock() { // safe: keeps them apart
		s.mu.Unlock()
	}
}

// Adaptive mutexes see that the owner waits.

type Queue struct{ mu adaptive.Mutex }

type Worker struct {
	mu    adaptive.Mutex
	queue *Queue
}

func (w *Worker) Push() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queue.mu.Lock()
	defer w.queue.mu.Unlock()
}

func (q *Queue) Steal(w *Worker) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !w.mu.TryLockSpin() { // safe: adaptive mutexes
		return false
	}
	defer w.mu.Unlock()
	return true
}

// Of a spinner that starts over they do not.

func (q *Queue) StealHard(w *Worker) {
	for {
		q.mu.Lock()
		if w.mu.TryLockSpin() { // unsafe: starts over
			break
		}
		q.mu.Unlock()
	}
	w.mu.Unlock()
	q.mu.Unlock()
}

// Of two trylocks against each other each could spin, but not both.

type Left struct{ mu sync.Mutex }

type Right struct{ mu sync.Mutex }

func (l *Left) Swap(r *Right) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if r.mu.TryLock() { // unsafe: its whole spin time
		r.mu.Unlock()
	}
}

func (r *Right) Swap(l *Left) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if l.mu.TryLock() { // unsafe: its whole spin time
		l.mu.Unlock()
	}
}

// A declared order is an order.

//lockvet:order first < second

var first, second sync.Mutex

func Against() {
	second.Lock()
	defer second.Unlock()
	if first.TryLock() { // unsafe: is declared
		first.Unlock()
	}
}

// An accepted order is none.

func Accepted(p *Page) {
	p.mu.Lock()
	defer p.mu.Unlock()
	//lint:ignore trylockorder nobody flushes while this runs
	if p.table.mu.TryLock() { // safe: accepted by a directive
		p.table.mu.Unlock()
	}
}
