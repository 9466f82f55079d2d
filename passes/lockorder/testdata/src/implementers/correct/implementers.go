// Package correct holds code that only looks like a fault, of which nothing may
// be said: a type that has the methods of an interface by accident.
package correct

import "sync"

// A session ends its transaction under its lock, through a small interface. A
// batch has the methods of that interface but never becomes one: it locks the
// session from under its own lock.

type transaction interface {
	Commit() error
	Rollback() error
}

type session struct {
	mu sync.Mutex
	tx transaction
	n  int
}

func (s *session) end(ok bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ok {
		return s.tx.Commit()
	}
	return s.tx.Rollback()
}

type direct struct{ n int }

func (d *direct) Commit() error   { d.n++; return nil }
func (d *direct) Rollback() error { d.n = 0; return nil }

func newSession() *session { return &session{tx: &direct{}} }

type batch struct {
	mu sync.Mutex
	s  *session
	n  int
}

func (b *batch) Commit() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n = 0
	return nil
}

func (b *batch) Rollback() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n = 0
	return nil
}

func (b *batch) add() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n++
	b.s.mu.Lock()
	b.s.n++
	b.s.mu.Unlock()
}

func (s *session) run() error {
	b := &batch{s: s}
	b.add()
	return b.Commit()
}
