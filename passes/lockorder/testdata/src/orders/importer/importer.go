// Package importer declares an order between its own lock and an imported one.
package importer

import (
	"sync"

	"orders/queue"
)

//lockvet:order Worker.mu < queue.Queue.Mu

type Worker struct {
	mu sync.Mutex
	q  *queue.Queue
}

func (w *Worker) take() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.q.Mu.Lock()
	defer w.q.Mu.Unlock()
}

func (w *Worker) give() {
	w.q.Mu.Lock()
	defer w.q.Mu.Unlock()
	w.mu.Lock() // want `lock order Worker.mu < queue.Queue.Mu declared at importer.go:10 is violated`
	defer w.mu.Unlock()
}

// The imported package declared this one.
func drain(q *queue.Queue, l *queue.Log) {
	l.Mu.Lock()
	defer l.Mu.Unlock()
	q.Mu.Lock() // want `lock order queue.Queue.Mu < queue.Log.Mu declared at orders/queue/queue.go:6 is violated`
	defer q.Mu.Unlock()
}
