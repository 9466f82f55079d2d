// Package faulty holds faults that must be found: a type that has the methods of
// an interface and becomes one.
package faulty

import "sync"

// A session ends its transaction under its lock, through a small interface. A
// batch becomes the transaction of its session, which it locks from under its
// own lock.

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
	b.s.mu.Lock() // want `lock order inversion, a deadlock: batch.mu -> session.mu -> batch.mu:`
	b.s.n++
	b.s.mu.Unlock()
}

func (s *session) begin() *batch {
	b := &batch{s: s}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tx = b
	return b
}
