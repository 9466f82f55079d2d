package correct

import "sync"

// lock makes the Cond on its way: the lock that it is made for stays held.

type reader struct {
	mu   sync.Mutex
	cond *sync.Cond
	busy bool
	n    int
}

func (r *reader) lock() {
	r.mu.Lock()
	if r.cond == nil {
		r.cond = sync.NewCond(&r.mu)
	}
}

func (r *reader) unlock() { r.mu.Unlock() }

func (r *reader) read(next func() int) int {
	r.lock()
	if r.busy {
		r.unlock()
		return 0
	}
	r.busy = true
	r.unlock()
	n := next()
	r.lock()
	r.busy = false
	r.n += n
	r.unlock()
	r.cond.Broadcast()
	return n
}
