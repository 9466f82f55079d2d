package clean

import (
	"sync"
	"time"
)

// TryLock used to avoid waiting: on failure the work is left for later, done by
// somebody else, or done in the right order.

type refresher struct {
	mu   sync.Mutex
	next time.Time
	n    int
}

func (r *refresher) refresh(now time.Time) {
	if !r.mu.TryLock() {
		return
	}
	defer r.mu.Unlock()
	if now.Before(r.next) {
		return
	}
	r.n++
	r.next = now.Add(time.Minute)
}

type ends struct{ a, b sync.Mutex }

func (e *ends) fromA() {
	e.a.Lock()
	defer e.a.Unlock()
	e.b.Lock()
	defer e.b.Unlock()
}

func (e *ends) fromB() {
	e.b.Lock()
	if !e.a.TryLock() {
		e.b.Unlock()
		e.a.Lock()
		e.b.Lock()
	}
	e.b.Unlock()
	e.a.Unlock()
}

func (e *ends) maybe() bool {
	e.b.Lock()
	defer e.b.Unlock()
	if e.a.TryLock() {
		defer e.a.Unlock()
		return true
	}
	return false
}
