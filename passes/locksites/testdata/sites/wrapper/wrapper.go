// Package wrapper has what stands between a lock and the object that holds it.
package wrapper

import "sync"

// A Mutex has the methods of a lock.
type Mutex struct {
	mu    sync.Mutex
	name  string
	count int
	extra [2]int
}

func (m *Mutex) Lock() {
	m.count++
	m.mu.Lock() // site caller #lock
}

func (m *Mutex) Unlock() { m.mu.Unlock() }

func (m *Mutex) With(f func()) {
	m.Lock() // calls #lock caller #with
	defer m.Unlock()
	f()
}

// Guarded is a lock around a value.
type Guarded[V any] struct {
	mu    sync.RWMutex
	value V
}

func (g *Guarded[V]) Get() V {
	g.mu.RLock() // site caller #get
	defer g.mu.RUnlock()
	return g.value
}

// Acquire acquires what its caller names.
func Acquire(mu *sync.Mutex) {
	mu.Lock() // site caller #acquire
}

func Any(l sync.Locker) {
	l.Lock() // site caller #any; calls #lock caller; calls sync/rwmutex.go caller
}

func All(ls ...*sync.Mutex) {
	for _, l := range ls {
		l.Lock() // site caller #all
		l.Unlock()
	}
}

func Generic[L sync.Locker](l L) {
	l.Lock() // site caller #generic
}

func Through(before int, mu *sync.Mutex) int {
	Acquire(mu) // calls #acquire caller #through
	return before
}

func Literal(mu *sync.Mutex) {
	func() {
		mu.Lock() // site caller #inner
	}() // calls #inner caller #literal
	locked := func() {
		mu.Lock() // site caller #locked
	}
	locked() // calls #locked caller #plain
}

func Kept(mu *sync.Mutex) func() {
	return func() {
		mu.Lock() // site ambiguous
	}
}

func Ranged(mu *sync.Mutex, seq func(func() bool)) {
	for range seq {
		mu.Lock() // site ambiguous
	}
}

func Other(mu *sync.Mutex) {
	if mu == nil {
		mu = new(sync.Mutex)
	}
	mu.Lock() // site caller #other
}

func Recursive(mu *sync.Mutex, n int) {
	if n > 0 {
		Recursive(mu, n-1) // calls #recursive caller #again; calls #again caller
	}
	mu.Lock() // site caller #recursive
}

// A part is embedded in several types.
type part struct {
	sync.Mutex
	n int
}

func (p *part) enter() {
	p.Lock() // site caller #enter
	p.n++
}

type A struct {
	part
	a int
}

type B struct {
	part
	b int
}

func enter(a *A, b *B) {
	a.enter() // calls #enter known m/wrapper.A.part.Mutex
	b.enter() // calls #enter known m/wrapper.B.part.Mutex
	a.Lock()  // site known m/wrapper.A.part.Mutex
}

// A section is a part whose method returns with the lock.
type section struct {
	mu sync.Mutex
	n  int
}

func (s *section) begin() *section {
	s.mu.Lock() // site caller #begin
	if s.n < 0 {
		s.mu.Unlock()
		return nil
	}
	return s
}

func (s *section) end() { s.mu.Unlock() }

type Book struct {
	preface  section
	chapters []section
	pages    int
}

func (b *Book) read() {
	b.preface.begin()           // calls #begin known m/wrapper.Book.preface.mu
	b.chapters[b.pages].begin() // calls #begin known m/wrapper.Book.chapters[].mu
}

// A cache runs its callers' functions under its lock.
type cache[K comparable, V any] struct {
	mu   sync.Mutex
	data map[K]V
	hits int
	full bool
}

func (c *cache[K, V]) get(k K, make func() V) V {
	c.mu.Lock() // site caller #cached
	defer c.mu.Unlock()
	if _, ok := c.data[k]; !ok {
		c.data[k] = make()
	}
	return c.data[k]
}

type Shop struct {
	prices cache[string, int]
	names  cache[int, string]
}

func (s *Shop) open() {
	s.prices.get("x", nil) // calls #cached known m/wrapper.Shop.prices.mu
	s.names.get(1, nil)    // calls #cached known m/wrapper.Shop.names.mu
}

// A counter is an object of its own, though others have it as a part.
type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) inc() {
	c.mu.Lock() // site known m/wrapper.counter.mu
	defer c.mu.Unlock()
	c.n++
}

type counters struct {
	in    [2]counter
	total int
}

type locks []sync.Mutex

func (l locks) lock(i int) {
	l[i].Lock() // site caller #nth
}

type striped struct {
	stripes locks
}

func (s *striped) lock(key int) {
	s.stripes.lock(key % len(s.stripes)) // calls #nth known m/wrapper.striped.stripes[]
}
