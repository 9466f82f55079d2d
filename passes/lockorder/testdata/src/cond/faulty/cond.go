// Package faulty holds faults that must be found: Wait takes the lock of its
// condition again.
package faulty

import (
	"sync"
)

// A consumer takes the queue lock, then the sink lock, and waits on the queue's
// condition: Wait takes the queue lock again with the sink still locked.

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
	q.dst.mu.Lock()
	defer q.dst.mu.Unlock()
	for len(q.items) == 0 {
		q.ready.Wait() // want `lock order inversion, a deadlock: queue.mu -> sink.mu -> queue.mu:`
	}
	q.dst.out = append(q.dst.out, q.items...)
	q.items = nil
}
