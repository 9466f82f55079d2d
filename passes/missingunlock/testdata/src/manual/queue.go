package manual

import "sync"

type Queue struct {
	mu    sync.Mutex
	items []string
	limit int
}

func (q *Queue) Push(item string) bool {
	q.mu.Lock()
	if len(q.items) >= q.limit {
		return false // queue.go:14 // want `^Queue.mu is not unlocked on this path: `
	}
	q.items = append(q.items, item)
	q.mu.Unlock()
	return true
}
