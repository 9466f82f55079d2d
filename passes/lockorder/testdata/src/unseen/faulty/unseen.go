// Package faulty holds faults that must be found: every type takes a and then b
// in one method, and in another it takes a before b is let go through something
// that was stored or handed on.
package faulty

import "sync"

// The unlock is a method value in a variable, called too late.

type stored struct{ a, b sync.Mutex }

func (s *stored) forth() {
	s.a.Lock()
	defer s.a.Unlock()
	s.b.Lock()
	defer s.b.Unlock()
}

func (s *stored) back() {
	s.b.Lock()
	unlock := s.b.Unlock
	s.a.Lock() // want `lock order inversion, a deadlock: stored.a -> stored.b -> stored.a:`
	s.a.Unlock()
	unlock()
}

// The unlock is handed to a helper, which calls it too late.

type handed struct{ a, b sync.Mutex }

func call(f func()) { f() }

func (h *handed) forth() {
	h.a.Lock()
	defer h.a.Unlock()
	h.b.Lock()
	defer h.b.Unlock()
}

func (h *handed) back() {
	h.b.Lock()
	h.a.Lock() // want `lock order inversion, a deadlock: handed.a -> handed.b -> handed.a:`
	h.a.Unlock()
	call(h.b.Unlock)
}

// The transaction takes a while it is open, and commits at the end.

type transaction interface{ Commit() }

type database struct{ a, b sync.Mutex }

type writing struct{ db *database }

func (w *writing) Commit() { w.db.b.Unlock() }

func (d *database) begin() transaction {
	d.b.Lock()
	return &writing{d}
}

func (d *database) forth() {
	d.a.Lock()
	defer d.a.Unlock()
	d.b.Lock()
	defer d.b.Unlock()
}

func (d *database) back() {
	tx := d.begin()
	d.a.Lock() // want `lock order inversion, a deadlock: database.a -> database.b -> database.a:`
	d.a.Unlock()
	tx.Commit()
}

// The loop that lets all stripes go comes after a.

type striped struct {
	a       sync.Mutex
	stripes []*sync.Mutex
}

func (s *striped) forth() {
	s.a.Lock()
	defer s.a.Unlock()
	for _, l := range s.stripes {
		l.Lock()
	}
	for _, l := range s.stripes {
		l.Unlock()
	}
}

func (s *striped) back() {
	for _, l := range s.stripes {
		l.Lock()
	}
	s.a.Lock() // want `lock order inversion, a deadlock: striped.a -> striped.stripes\[\] -> striped.a:`
	s.a.Unlock()
	for _, l := range s.stripes {
		l.Unlock()
	}
}

// The unlock that runs once is only deferred.

type onced struct{ a, b sync.Mutex }

func (o *onced) forth() {
	o.a.Lock()
	defer o.a.Unlock()
	o.b.Lock()
	defer o.b.Unlock()
}

func (o *onced) back() {
	o.b.Lock()
	var once sync.Once
	unlock := func() { once.Do(o.b.Unlock) }
	defer unlock()
	o.a.Lock() // want `lock order inversion, a deadlock: onced.a -> onced.b -> onced.a:`
	defer o.a.Unlock()
}
