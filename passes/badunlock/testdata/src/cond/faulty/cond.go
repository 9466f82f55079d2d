// Package faulty holds waits on a condition, after which the lock is held, and
// unlocks that come too often.
package faulty

import "sync"

type queue struct {
	mu     sync.Mutex
	cond   sync.Cond
	items  []int
	closed bool
}

func newQueue() *queue {
	q := new(queue)
	q.cond.L = &q.mu
	return q
}

// Closing unlocks and then leaves the loop.
func (q *queue) take() (v int) {
	q.mu.Lock()
	for len(q.items) == 0 {
		if q.closed {
			q.mu.Unlock()
			break
		}
		q.cond.Wait()
	}
	if len(q.items) > 0 {
		v = q.items[0]
		q.items = q.items[1:]
	}
	q.mu.Unlock() // want `^queue.mu is unlocked twice: it was unlocked at cond.go:25 and is not held$`
	return v
}

// The lock's two names are one lock.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.cond.L.Unlock() // want `^queue.mu is unlocked twice: here and again by the deferred call at cond.go:41$`
	q.cond.Broadcast()
}
