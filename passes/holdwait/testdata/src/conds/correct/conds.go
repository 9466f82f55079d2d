// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: Cond.Wait.
package correct

import "sync"

// The pool's lock is released before the wait.

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
	p.given++
	q := p.q
	p.mu.Unlock()
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.n == 0 {
		q.ready.Wait()
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

// One lock and two Conds: Wait releases it.

type fifo struct {
	mu       sync.Mutex
	notFull  *sync.Cond
	notEmpty *sync.Cond
	items    []int
	max      int
}

func newFifo(n int) *fifo {
	f := &fifo{max: n}
	f.notFull = sync.NewCond(&f.mu)
	f.notEmpty = sync.NewCond(&f.mu)
	return f
}

func (f *fifo) put(v int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for len(f.items) == f.max {
		f.notFull.Wait()
	}
	f.items = append(f.items, v)
	f.notEmpty.Signal()
}

func (f *fifo) get() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	for len(f.items) == 0 {
		f.notEmpty.Wait()
	}
	v := f.items[0]
	f.items = f.items[1:]
	f.notFull.Signal()
	return v
}

// The further lock is one that the signaller does not need.

type pipeline struct {
	commitMu sync.Mutex
	mu       sync.Mutex
	cond     *sync.Cond
	visible  int
	next     int
}

func newPipeline() *pipeline {
	p := &pipeline{}
	p.cond = sync.NewCond(&p.mu)
	return p
}

func (p *pipeline) commit() int {
	p.commitMu.Lock()
	defer p.commitMu.Unlock()
	p.next++
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.visible < p.next {
		p.cond.Wait()
	}
	return p.next
}

func (p *pipeline) publish() {
	p.mu.Lock()
	p.visible++
	p.mu.Unlock()
	p.cond.Broadcast()
}

// Over the reader's side of a lock.

type gate struct {
	mu     sync.RWMutex
	cond   *sync.Cond
	paused bool
}

func newGate() *gate {
	g := &gate{}
	g.cond = sync.NewCond(g.mu.RLocker())
	return g
}

func (g *gate) wait() {
	g.cond.L.Lock()
	defer g.cond.L.Unlock()
	for g.paused {
		g.cond.Wait()
	}
}

func (g *gate) set(p bool) {
	g.mu.Lock()
	g.paused = p
	g.mu.Unlock()
	g.cond.Broadcast()
}

// Of two signallers one needs the further lock and one does not.

type epoch struct {
	admin sync.Mutex
	mu    sync.Mutex
	moved *sync.Cond
	n     int
}

func newEpoch() *epoch {
	e := &epoch{}
	e.moved = sync.NewCond(&e.mu)
	go e.tick()
	return e
}

func (e *epoch) tick() {
	e.mu.Lock()
	e.n++
	e.mu.Unlock()
	e.moved.Broadcast()
}

func (e *epoch) force() {
	e.admin.Lock()
	defer e.admin.Unlock()
	e.tick()
}

func (e *epoch) finish() {
	e.admin.Lock()
	defer e.admin.Unlock()
	e.mu.Lock()
	defer e.mu.Unlock()
	for e.n == 0 {
		e.moved.Wait()
	}
}
