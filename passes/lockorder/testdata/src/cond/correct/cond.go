// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: Wait takes the lock of its condition again.
package correct

import (
	"sync"
)

// The sink is locked only once there is something to move.

type sink struct {
	mu  sync.Mutex
	out []int
}

type queue struct {
	mu    sync.Mutex
	ready *sync.Cond
	items []int
	dst   *sink
}

func newQueue(dst *sink) *queue {
	q := &queue{dst: dst}
	q.ready = sync.NewCond(&q.mu)
	return q
}

func (q *queue) put(n int) {
	q.mu.Lock()
	q.items = append(q.items, n)
	q.mu.Unlock()
	q.ready.Signal()
}

func (q *queue) drain() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		q.ready.Wait()
	}
	q.dst.mu.Lock()
	defer q.dst.mu.Unlock()
	q.dst.out = append(q.dst.out, q.items...)
	q.items = nil
}

// Wait is called with the condition's own lock only; the second lock is taken
// after it, in the one order there is.

type mailbox struct {
	mu   sync.Mutex
	cond *sync.Cond
	in   []int
	stMu sync.Mutex
	got  int
}

func newMailbox() *mailbox {
	m := &mailbox{}
	m.cond = sync.NewCond(&m.mu)
	return m
}

func (m *mailbox) put(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.in = append(m.in, n)
	m.cond.Signal()
}

func (m *mailbox) get() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	for len(m.in) == 0 {
		m.cond.Wait()
	}
	n := m.in[0]
	m.in = m.in[1:]
	m.stMu.Lock()
	m.got++
	m.stMu.Unlock()
	return n
}
