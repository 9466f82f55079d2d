// Package cond waits on condition variables, which acquire their lock again.
package cond

import "sync"

type Queue struct {
	mu       sync.Mutex
	nonEmpty *sync.Cond
	own      *sync.Cond
	state    struct {
		sync.Mutex
		done sync.Cond
	}
	foreign *sync.Cond
	either  *sync.Cond
	reads   *sync.Cond
}

func New(l sync.Locker, rw *Store) *Queue {
	q := &Queue{own: sync.NewCond(new(sync.Mutex)), foreign: sync.NewCond(l)}
	q.nonEmpty = sync.NewCond(&q.mu)
	q.state.done.L = &q.state.Mutex
	q.reads = sync.NewCond(rw.mu.RLocker())
	if l == nil {
		q.either = sync.NewCond(&q.mu)
	} else {
		q.either = sync.NewCond(&rw.mu)
	}
	return q
}

func (q *Queue) wait() {
	q.nonEmpty.Wait()   // calls sync/cond.go known m/cond.Queue.mu
	q.nonEmpty.L.Lock() // site known m/cond.Queue.mu
	q.own.L.Lock()      // site known m/cond.Queue.own.L
	q.own.Wait()        // calls sync/cond.go known m/cond.Queue.own.L
	q.state.done.Wait() // calls sync/cond.go known m/cond.Queue.state.Mutex
	q.foreign.Wait()    // calls sync/cond.go ambiguous
	q.foreign.L.Lock()  // site ambiguous
	q.either.Wait()     // calls sync/cond.go ambiguous
	q.reads.Wait()      // calls sync/cond.go known m/cond.Store.mu
	q.reads.L.Lock()    // calls sync/rwmutex.go known m/cond.Store.mu
}

type Store struct {
	mu sync.RWMutex
	*sync.Cond
	ready sync.Cond
}

func NewStore() *Store {
	s := &Store{}
	s.Cond = sync.NewCond(&s.mu)
	s.ready = sync.Cond{L: &s.mu}
	return s
}

func (s *Store) wait() {
	s.Wait()       // calls sync/cond.go known m/cond.Store.mu
	s.Cond.Wait()  // calls sync/cond.go known m/cond.Store.mu
	s.ready.Wait() // calls sync/cond.go known m/cond.Store.mu
}

var (
	mu     sync.Mutex
	global = sync.NewCond(&mu)
)

func local() {
	global.Wait() // calls sync/cond.go known m/cond.mu
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	c.Wait()           // calls sync/cond.go known m/cond.local.mu
	c.L.Lock()         // site known m/cond.local.mu
	wait(c)            // calls #wait known m/cond.local.mu
	wait(newCond(&mu)) // calls #wait known m/cond.local.mu
}

func made() {
	c := sync.NewCond(&sync.Mutex{})
	c.L.Lock() // site known m/cond.made.c.L
	c.Wait()   // calls sync/cond.go known m/cond.made.c.L
	v := sync.Cond{L: new(sync.RWMutex)}
	v.L.Lock() // site known m/cond.made.v.L
	v.Wait()   // calls sync/cond.go known m/cond.made.v.L
	var w sync.Cond
	w.L = &mu
	w.Wait() // calls sync/cond.go known m/cond.mu
}

func newCond(l sync.Locker) *sync.Cond { return sync.NewCond(l) }

func wait(c *sync.Cond) {
	c.Wait() // calls sync/cond.go caller #wait
}

// A gate is a wrapper with a Cond of its own.
type gate struct {
	mu   sync.Mutex
	cond *sync.Cond
	open bool
	n    int
}

func (g *gate) init() { g.cond = sync.NewCond(&g.mu) }

func (g *gate) Lock() {
	g.mu.Lock() // site caller #gate
	for !g.open {
		g.cond.Wait() // calls sync/cond.go caller #pass
	}
}

func (g *gate) Unlock() { g.mu.Unlock() }

type yard struct {
	front, back gate
	cond        *sync.Cond
}

func (y *yard) enter() {
	y.front.Lock() // calls #gate known m/cond.yard.front.mu; calls #pass known m/cond.yard.front.mu
	y.cond = sync.NewCond(&y.back)
	y.cond.Wait() // calls sync/cond.go known m/cond.yard.back.mu
}
