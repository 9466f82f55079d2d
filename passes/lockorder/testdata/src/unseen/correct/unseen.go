// Package correct holds code that only looks like a fault, of which nothing may
// be said: every type takes a and then b in one method, and lets b go through
// something that was stored or handed on before it takes a in the others.
package correct

import "sync"

// The unlock is a method value in a variable, as the lock may be.

type stored struct{ a, b sync.Mutex }

func (s *stored) forth() {
	s.a.Lock()
	defer s.a.Unlock()
	s.b.Lock()
	defer s.b.Unlock()
}

func (s *stored) unlock() {
	s.b.Lock()
	unlock := s.b.Unlock
	unlock()
	s.a.Lock()
	defer s.a.Unlock()
}

func (s *stored) both() {
	lock, unlock := s.b.Lock, s.b.Unlock
	lock()
	unlock()
	s.a.Lock()
	defer s.a.Unlock()
}

// The unlock is handed to a helper, which calls it.

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
	call(h.b.Unlock)
	h.a.Lock()
	defer h.a.Unlock()
}

// The locking method returns a structure with the unlock in a field.

type release struct{ f func() }

type functions struct{ a, b sync.Mutex }

func (f *functions) take() release {
	f.b.Lock()
	return release{f.b.Unlock}
}

func (f *functions) forth() {
	f.a.Lock()
	defer f.a.Unlock()
	f.b.Lock()
	defer f.b.Unlock()
}

func (f *functions) back() {
	r := f.take()
	r.f()
	f.a.Lock()
	defer f.a.Unlock()
}

// A transaction is open while b is held, and its Commit, called through an
// interface, lets it go.

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
	tx.Commit()
	d.a.Lock()
	defer d.a.Unlock()
}

// All stripes are locked in one loop and let go in another of the same length.

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
	for _, l := range s.stripes {
		l.Unlock()
	}
	s.a.Lock()
	defer s.a.Unlock()
}

// The unlock runs once, by a sync.Once or a function made of one: at the first
// of the two calls.

type onced struct{ a, b sync.Mutex }

func (o *onced) forth() {
	o.a.Lock()
	defer o.a.Unlock()
	o.b.Lock()
	defer o.b.Unlock()
}

func (o *onced) do() {
	o.b.Lock()
	var once sync.Once
	unlock := func() { once.Do(o.b.Unlock) }
	defer unlock()
	unlock()
	o.a.Lock()
	defer o.a.Unlock()
}

func (o *onced) function() {
	o.b.Lock()
	unlock := sync.OnceFunc(o.b.Unlock)
	defer unlock()
	unlock()
	o.a.Lock()
	defer o.a.Unlock()
}

// The unlock waits on a stack of cleanups, all of which have run.

type stacked struct{ a, b sync.Mutex }

func (s *stacked) forth() {
	s.a.Lock()
	defer s.a.Unlock()
	s.b.Lock()
	defer s.b.Unlock()
}

func (s *stacked) back() {
	var cleanups []func()
	s.b.Lock()
	cleanups = append(cleanups, s.b.Unlock)
	for _, f := range cleanups {
		f()
	}
	s.a.Lock()
	defer s.a.Unlock()
}

// The locking method returns an object that unlocks all that was locked for it.

type unlocker struct{ fs []func() }

func (u *unlocker) Unlock() {
	for _, f := range u.fs {
		f()
	}
}

type bundled struct{ a, b sync.Mutex }

func (b *bundled) take() *unlocker {
	b.b.Lock()
	return &unlocker{[]func(){b.b.Unlock}}
}

func (b *bundled) forth() {
	b.a.Lock()
	defer b.a.Unlock()
	b.b.Lock()
	defer b.b.Unlock()
}

func (b *bundled) back() {
	u := b.take()
	u.Unlock()
	b.a.Lock()
	defer b.a.Unlock()
}
