// Package correct holds waits on a condition, after which the lock is held.
package correct

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

func (q *queue) take() (int, bool) {
	q.mu.Lock()
	for len(q.items) == 0 {
		if q.closed {
			q.mu.Unlock()
			return 0, false
		}
		q.cond.Wait()
	}
	v := q.items[0]
	q.items = q.items[1:]
	q.mu.Unlock()
	return v, true
}

func (q *queue) put(v int) {
	q.cond.L.Lock()
	q.items = append(q.items, v)
	q.mu.Unlock()
	q.cond.Signal()
}

// await is called with the lock held and returns with it.
func (q *queue) await() {
	for len(q.items) == 0 && !q.closed {
		q.cond.Wait()
	}
}

func (q *queue) len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.await()
	return len(q.items)
}
