// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: a trylock repeated with another lock held until it
// succeeds.
package correct

import (
	"runtime"
	"sync"
	"time"
)

// A page in use is skipped.

type table struct {
	mu    sync.Mutex
	pages []*page
	dirty int
}

type page struct {
	mu   sync.Mutex
	t    *table
	data []byte
}

func (t *table) evict(i int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.pages[i]
	if !p.mu.TryLock() {
		return
	}
	p.data = nil
	p.mu.Unlock()
}

func (p *page) write(b []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.data = b
	p.t.mu.Lock()
	p.t.dirty++
	p.t.mu.Unlock()
}

// Recv takes tx first.

type link struct {
	tx, rx sync.Mutex
	n      int
}

func (l *link) send() {
	l.tx.Lock()
	defer l.tx.Unlock()
	for {
		if l.rx.TryLock() {
			break
		}
		runtime.Gosched()
	}
	l.n++
	l.rx.Unlock()
}

func (l *link) recv() {
	l.tx.Lock()
	defer l.tx.Unlock()
	l.rx.Lock()
	defer l.rx.Unlock()
	l.n--
}

// Count takes the book first.

func lockPatiently(mu *sync.Mutex) {
	for !mu.TryLock() {
		time.Sleep(time.Millisecond)
	}
}

type ledger struct {
	book, till sync.Mutex
	b, t       int
}

func (l *ledger) post(n int) {
	l.book.Lock()
	defer l.book.Unlock()
	l.b += n
	lockPatiently(&l.till)
	l.t += n
	l.till.Unlock()
}

func (l *ledger) count() int {
	l.book.Lock()
	defer l.book.Unlock()
	l.till.Lock()
	defer l.till.Unlock()
	return l.t - l.b
}

// Requeue locks in the order of drain and simply waits.

var (
	inMu, outMu sync.Mutex
	in, out     []int
)

func drain() {
	inMu.Lock()
	defer inMu.Unlock()
	for !outMu.TryLock() {
		time.Sleep(time.Millisecond)
	}
	defer outMu.Unlock()
	out = append(out, in...)
	in = nil
}

func requeue() {
	inMu.Lock()
	defer inMu.Unlock()
	outMu.Lock()
	defer outMu.Unlock()
	in = append(in, out...)
	out = nil
}

// Resize takes the write lock, then the stats.

type resizeTable struct {
	mu    sync.RWMutex
	slots []int
	stMu  sync.Mutex
	hits  int
}

func (t *resizeTable) resize(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stMu.Lock()
	defer t.stMu.Unlock()
	t.slots = make([]int, n)
	t.hits = 0
}

func (t *resizeTable) get(i int) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	t.stMu.Lock()
	t.hits++
	t.stMu.Unlock()
	return t.slots[i]
}

// Rename simply waits, and Leave takes the room first.

type Room struct {
	sync.Mutex
	guests []*Guest
}

type Guest struct {
	sync.Mutex
	room *Room
	name string
}

func (r *Room) Rename(i int, name string) {
	r.Lock()
	defer r.Unlock()
	g := r.guests[i]
	g.Lock()
	g.name = name
	g.Unlock()
}

func (g *Guest) Leave() {
	g.Lock()
	r := g.room
	g.room = nil
	g.Unlock()
	r.Lock()
	r.guests = nil
	r.Unlock()
}

// Publish read-locks the store first.

type store struct {
	mu   sync.RWMutex
	m    map[string]int
	stMu sync.Mutex
	st   int
}

func (s *store) publish() {
	s.mu.RLock()
	defer s.mu.RUnlock()
	s.stMu.Lock()
	defer s.stMu.Unlock()
	s.st = len(s.m)
}

func (s *store) get(k string) int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	s.stMu.Lock()
	s.st++
	s.stMu.Unlock()
	return s.m[k]
}

func (s *store) set(k string, v int) { s.mu.Lock(); s.m[k] = v; s.mu.Unlock() }

// Put returns the item after its lock.

type Pool[T any] struct {
	mu   sync.Mutex
	free []*Item[T]
}

type Item[T any] struct {
	mu sync.Mutex
	v  T
	p  *Pool[T]
}

func (p *Pool[T]) Take() (v T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.free) == 0 {
		return v
	}
	it := p.free[0]
	for !it.mu.TryLock() {
		runtime.Gosched()
	}
	v = it.v
	it.mu.Unlock()
	return v
}

func (it *Item[T]) Put(v T) {
	it.mu.Lock()
	it.v = v
	it.mu.Unlock()
	it.p.mu.Lock()
	it.p.free = append(it.p.free, it)
	it.p.mu.Unlock()
}

var ints Pool[int]

func takeInt() int { return ints.Take() }

// One global order (collection before database) on both paths.

type coord struct {
	db   sync.RWMutex
	coll sync.Mutex
}

func (c *coord) fast(f func()) bool {
	if !c.coll.TryLock() {
		return false
	}
	defer c.coll.Unlock()
	c.db.RLock()
	defer c.db.RUnlock()
	f()
	return true
}

func (c *coord) ddl(f func()) {
	c.coll.Lock()
	defer c.coll.Unlock()
	c.db.Lock()
	defer c.db.Unlock()
	f()
}

// A poll loop under a lock, but in the one order that everyone uses.

type orderedLink struct {
	ctl, data sync.Mutex
	n         int
}

func (l *orderedLink) drain() {
	l.ctl.Lock()
	defer l.ctl.Unlock()
	for !l.data.TryLock() {
		time.Sleep(time.Millisecond)
	}
	l.n = 0
	l.data.Unlock()
}

func (l *orderedLink) send() {
	l.ctl.Lock()
	defer l.ctl.Unlock()
	l.data.Lock()
	defer l.data.Unlock()
	l.n++
}

func (l *orderedLink) count() int { l.data.Lock(); defer l.data.Unlock(); return l.n }
