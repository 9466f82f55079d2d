// Package correct holds functions that return with a lock held, and are meant
// to.
package correct

import "sync"

// Begin and Commit belong together.

type Store struct {
	writer sync.Mutex
	n      int
}

func (s *Store) Begin()  { s.writer.Lock() }
func (s *Store) Commit() { s.n++; s.writer.Unlock() }

// Lock and Unlock make a lock of the object.

type object struct {
	mu sync.Mutex
	n  int
}

func (o *object) Lock()   { o.mu.Lock(); o.n++ }
func (o *object) Unlock() { o.n--; o.mu.Unlock() }

func (o *object) touch() {
	o.Lock()
	defer o.Unlock()
}

// Hold is exported, and so is the method that unlocks, by embedding.

type Gate struct{ sync.Mutex }

func (g *Gate) Hold() { g.Lock() }

// enter is called by enterAll, which is called by a function that leaves.

type room struct {
	mu sync.Mutex
	in int
}

func (r *room) enter() {
	r.mu.Lock()
	r.in++
}

func (r *room) leave() {
	r.in--
	r.mu.Unlock()
}

func visit(a, b *room) {
	enterAll(a, b)
	b.leave()
	a.leave()
}

func enterAll(a, b *room) {
	a.enter()
	b.enter()
}

// The object is locked when it is made, until it is started.

type service struct {
	mu    sync.Mutex
	ready bool
}

func newService() *service {
	s := new(service)
	s.mu.Lock()
	return s
}

func (s *service) start() {
	s.ready = true
	s.mu.Unlock()
}

// A lock that keeps anyone from using the package any more.

var down sync.Mutex

func init() {
	down.Lock()
}

// A function literal that locks is for whoever calls it.

func (r *room) doors() (enter, leave func()) {
	return func() { r.mu.Lock() }, func() { r.mu.Unlock() }
}
