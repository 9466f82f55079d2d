package correct

import "sync"

// The select with a default is in a helper, which is called under the lock.

type ticker struct {
	mu    sync.Mutex
	n     int
	kicks chan int
}

func newTicker() *ticker {
	t := &ticker{kicks: make(chan int)}
	go t.run()
	return t
}

func (t *ticker) run() {
	for n := range t.kicks {
		t.mu.Lock()
		t.n += n
		t.mu.Unlock()
	}
}

func (t *ticker) trySend(n int) bool {
	select {
	case t.kicks <- n:
		return true
	default:
		return false
	}
}

func (t *ticker) kick() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.trySend(1) {
		t.n++
	}
}
