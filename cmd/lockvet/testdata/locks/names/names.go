// Package names takes locks that are stored and reached in all sorts of ways.
package names

import (
	"sync"

	"example.com/locks/depot"
)

// A field, and an embedded lock.

type Shelf struct {
	mu    sync.Mutex
	books []*Book
}

type Book struct {
	sync.RWMutex
	shelf *Shelf
	pages int
}

func (s *Shelf) Pages() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.books {
		b.RLock()
		n += b.pages
		b.RUnlock()
	}
	return n
}

func (b *Book) Move(to *Shelf) {
	b.Lock()
	defer b.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	b.shelf = to
	to.books = append(to.books, b)
}

// A variable, and the lock of another package.

var (
	catalogue sync.RWMutex
	titles    = make(map[string]bool)
)

func Register(s *depot.Store, title string) {
	catalogue.Lock()
	defer catalogue.Unlock()
	titles[title] = true
	s.Put(title)
}

func Missing(s *depot.Store) (n int) {
	s.Each(func(item string) {
		catalogue.RLock()
		defer catalogue.RUnlock()
		if !titles[item] {
			n++
		}
	})
	return n
}

// A function literal that is inlined here, out of the other package.

var sale sync.Mutex

func Sell(s *depot.Store) {
	sale.Lock()
	defer sale.Unlock()
	sellAll := s.Clear()
	sellAll()
}

func Price(s *depot.Store) {
	s.Each(func(string) {
		sale.Lock()
		defer sale.Unlock()
	})
}

// A type that wraps a lock: the lock is called by where the wrapper is.

type guarded struct{ mu sync.Mutex }

func (g *guarded) with(f func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f()
}

type Journal struct{ index, pages guarded }

func (j *Journal) Append() {
	j.pages.with(func() {
		j.index.with(func() {})
	})
}

func (j *Journal) Trim() {
	j.index.with(func() {
		j.pages.with(func() {})
	})
}

// Functions that get the lock as a parameter.

func lock(mu *sync.Mutex) { mu.Lock() }

//go:noinline
func lockFar(mu *sync.Mutex) { lock(mu) }

type Pair struct{ first, second sync.Mutex }

func (p *Pair) Forward() {
	lock(&p.first)
	lockFar(&p.second)
	p.second.Unlock()
	p.first.Unlock()
}

func (p *Pair) Back() {
	lockFar(&p.second)
	lock(&p.first)
	p.first.Unlock()
	p.second.Unlock()
}

// The read side as a Locker.

type Table struct {
	rows sync.RWMutex
	log  sync.Mutex
}

func (t *Table) Read() {
	l := t.rows.RLocker()
	l.Lock()
	defer l.Unlock()
	t.log.Lock()
	t.log.Unlock()
}

func (t *Table) Write() {
	t.log.Lock()
	defer t.log.Unlock()
	t.rows.Lock()
	t.rows.Unlock()
}

// A Cond: Wait locks again what it has unlocked.

type Queue struct {
	mu   sync.Mutex
	cond *sync.Cond
	work int
}

func NewQueue() *Queue {
	q := new(Queue)
	q.cond = sync.NewCond(&q.mu)
	return q
}

type Worker struct{ busy sync.Mutex }

// Take waits for work under the worker's lock. It is Take that has the work
// come, so that it has to wait.
func (w *Worker) Take(q *Queue) {
	w.busy.Lock()
	defer w.busy.Unlock()
	q.cond.L.Lock()
	defer q.cond.L.Unlock()
	go q.add()
	for q.work == 0 {
		q.cond.Wait()
	}
	q.work--
}

func (q *Queue) add() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.work++
	q.cond.Signal()
}

// Stop locks the other way round.
func (q *Queue) Stop(w *Worker) {
	q.mu.Lock()
	defer q.mu.Unlock()
	w.busy.Lock()
	w.busy.Unlock()
}

// A Pump waits with a lock that it took after that of the Cond.
type Pump struct {
	mu    sync.Mutex
	cond  sync.Cond
	valve sync.Mutex
	open  bool
}

func NewPump() *Pump {
	p := new(Pump)
	p.cond.L = &p.mu
	return p
}

func (p *Pump) Run() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.valve.Lock()
	defer p.valve.Unlock()
	go p.start()
	for !p.open {
		p.cond.Wait()
	}
}

func (p *Pump) start() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open = true
	p.cond.Signal()
}

// A Once holds a lock while its function runs.

type Lazy struct {
	once  sync.Once
	mu    sync.Mutex
	value int
}

func (l *Lazy) Get() int {
	l.once.Do(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.value = 1
	})
	return l.value
}

func (l *Lazy) Reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.once.Do(func() {})
	l.value = 0
}

// Type parameters. A Box is about the value, so its lock is called by where the
// Box is; a Ring is an object of its own.

type Box[T any] struct {
	mu    sync.Mutex
	value T
}

func (b *Box[T]) Change(f func(*T)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f(&b.value)
}

type Ring[T any] struct {
	mu    sync.Mutex
	items []T
	limit int
}

func (r *Ring[T]) Add(item T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.items = append(r.items, item)
}

type Crate struct{ count Box[int] }

func (c *Crate) Fill(r *Ring[string]) {
	c.count.Change(func(n *int) {
		r.Add("a")
	})
}

func Drain[T any](r *Ring[T], c *Crate) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c.count.Change(func(n *int) { *n = 0 })
}

// Elements of a slice and of a map.

type Stripes struct {
	parts [4]sync.Mutex
	owner map[string]*sync.Mutex
}

func (s *Stripes) Take(i int, key string) {
	s.parts[i].Lock()
	defer s.parts[i].Unlock()
	s.owner[key].Lock()
	defer s.owner[key].Unlock()
}

func (s *Stripes) Give(i int, key string) {
	s.owner[key].Lock()
	defer s.owner[key].Unlock()
	s.parts[i].Lock()
	defer s.parts[i].Unlock()
}

// Variables of a function.

func Local() {
	var first, second sync.Mutex
	first.Lock()
	second.Lock()
	second.Unlock()
	first.Unlock()

	second.Lock()
	first.Lock()
	first.Unlock()
	second.Unlock()
}
