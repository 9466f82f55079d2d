// Package faulty holds faults that must be found: a trylock repeated with
// another lock held until it succeeds.
package faulty

import (
	"runtime"
	"sync"
	"time"
)

// With the table locked, an eviction polls the page lock with a sleep until it
// gets it; a page write waits for the table with the page locked.

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
	for !p.mu.TryLock() { // want `a livelock: it is polled while the other side waits: page.mu -> table.mu -> page.mu:`
		time.Sleep(100 * time.Microsecond)
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

// An endless loop leaves only when TryLock succeeds and yields in between, with
// the other lock held; the other side blocks in reverse.

type link struct {
	tx, rx sync.Mutex
	n      int
}

func (l *link) send() {
	l.tx.Lock()
	defer l.tx.Unlock()
	for {
		if l.rx.TryLock() { // want `a livelock: it is polled while the other side waits: link.rx -> link.tx -> link.rx:`
			break
		}
		runtime.Gosched()
	}
	l.n++
	l.rx.Unlock()
}

func (l *link) recv() {
	l.rx.Lock()
	defer l.rx.Unlock()
	l.tx.Lock()
	defer l.tx.Unlock()
	l.n--
}

// The poll loop sits in a helper that takes the mutex as a parameter; it is
// called with another lock held.

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
	lockPatiently(&l.till) // want `a livelock: it is polled while the other side waits: ledger.book -> ledger.till -> ledger.book:`
	l.t += n
	l.till.Unlock()
}

func (l *ledger) count() int {
	l.till.Lock()
	defer l.till.Unlock()
	l.book.Lock()
	defer l.book.Unlock()
	return l.t - l.b
}

// Each side holds its own lock and polls for the other's: neither lets go.

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
	outMu.Lock()
	defer outMu.Unlock()
	for !inMu.TryLock() { // want `a livelock: it is polled while the other side waits: inMu -> outMu -> inMu:`
		time.Sleep(time.Millisecond)
	}
	defer inMu.Unlock()
	in = append(in, out...)
	out = nil
}

// A resize polls for the write lock with the stats locked; a reader waits for
// the stats with the read lock held.

type resizeTable struct {
	mu    sync.RWMutex
	slots []int
	stMu  sync.Mutex
	hits  int
}

func (t *resizeTable) resize(n int) {
	t.stMu.Lock()
	defer t.stMu.Unlock()
	for !t.mu.TryLock() { // want `a livelock: it is polled while the other side waits: resizeTable.mu -> resizeTable.stMu -> resizeTable.mu:`
		time.Sleep(time.Millisecond)
	}
	defer t.mu.Unlock()
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

// Embedded mutexes: the promoted TryLock is polled with the other object's
// promoted Lock held.

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
	for {
		if ok := g.TryLock(); ok { // want `a livelock: it is polled while the other side waits: Guest.Mutex -> Room.Mutex -> Guest.Mutex:`
			break
		}
		time.Sleep(time.Millisecond)
	}
	g.name = name
	g.Unlock()
}

func (g *Guest) Leave() {
	g.Lock()
	defer g.Unlock()
	g.room.Lock()
	g.room.guests = nil
	g.room.Unlock()
	g.room = nil
}

// A poll for a read lock against a reader: a third goroutine's waiting writer
// makes the read tries fail, and the reader it waits for needs the poller's
// lock.

type store struct {
	mu   sync.RWMutex
	m    map[string]int
	stMu sync.Mutex
	st   int
}

func (s *store) publish() {
	s.stMu.Lock()
	defer s.stMu.Unlock()
	for !s.mu.TryRLock() { // want `a livelock: it is polled while the other side waits: store.mu -> store.stMu -> store.mu:`
		time.Sleep(time.Millisecond)
	}
	s.st = len(s.m)
	s.mu.RUnlock()
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

// A generic pool polls an item's lock with its own held; the item returns
// itself under its lock.

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
	for !it.mu.TryLock() { // want `a livelock: it is polled while the other side waits: Item.mu -> Pool.mu -> Item.mu:`
		runtime.Gosched()
	}
	v = it.v
	it.mu.Unlock()
	return v
}

func (it *Item[T]) Put(v T) {
	it.mu.Lock()
	defer it.mu.Unlock()
	it.v = v
	it.p.mu.Lock()
	it.p.free = append(it.p.free, it)
	it.p.mu.Unlock()
}

var ints Pool[int]

func takeInt() int { return ints.Take() }

// A "fast" path tries the collection key and then blocks on the shared database
// key; schema work holds the database key and polls the collection key, so each
// waits for the other.

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
	c.db.Lock()
	defer c.db.Unlock()
	for !c.coll.TryLock() { // want `a livelock: it is polled while the other side waits: coord.coll -> coord.db -> coord.coll:`
		time.Sleep(time.Millisecond)
	}
	defer c.coll.Unlock()
	f()
}
