// Package faulty holds faults that must be found: Cond.Wait, which releases its
// own lock only, with a further lock held that the signaller takes.
package faulty

import "sync"

// The pool's lock stays held, and give, which alone signals, takes it.

type queue struct {
	mu    sync.Mutex
	ready *sync.Cond
	n     int
}

type pool struct {
	mu    sync.Mutex
	q     *queue
	given int
}

func newPool() *pool {
	q := &queue{}
	q.ready = sync.NewCond(&q.mu)
	return &pool{q: q}
}

func (p *pool) take() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.given++
	q := p.q
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.n == 0 {
		q.ready.Wait() // want `^pool.mu is held while waiting for queue.ready, a deadlock: held since conds.go:28, waiting at conds.go:35; the signal at conds.go:45 may have to wait for pool.mu first, at conds.go:41$`
	}
	q.n--
}

func (p *pool) give() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.q.mu.Lock()
	p.q.n++
	p.q.ready.Signal()
	p.q.mu.Unlock()
}

// The waiting is a helper's, and the broadcast a goroutine's.

type epoch struct {
	admin sync.Mutex
	mu    sync.Mutex
	moved sync.Cond
	n     int
}

func newEpoch() *epoch {
	e := &epoch{}
	e.moved.L = &e.mu
	go e.tick()
	return e
}

func (e *epoch) tick() {
	for range 8 {
		e.admin.Lock()
		e.mu.Lock()
		e.n++
		e.mu.Unlock()
		e.admin.Unlock()
		e.moved.Broadcast()
	}
}

func (e *epoch) await(n int) {
	e.mu.Lock()
	for e.n < n {
		e.moved.Wait()
	}
	e.mu.Unlock()
}

func (e *epoch) finish() {
	e.admin.Lock()
	defer e.admin.Unlock()
	e.await(8) // want `epoch.admin is held while waiting for epoch.moved, a deadlock:.*; the signal at conds.go:\d+ may have to wait for epoch.admin first, at conds.go:\d+`
}
