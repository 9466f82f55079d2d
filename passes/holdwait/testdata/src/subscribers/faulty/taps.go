package faulty

import "sync"

// The reader takes the lock for each value.

type tap struct {
	mu  sync.Mutex
	out chan int
	sum int
}

func (t *tap) follow() {
	t.mu.Lock()
	t.out = make(chan int)
	t.mu.Unlock()
	for v := range t.out {
		t.mu.Lock()
		t.sum += v
		t.mu.Unlock()
	}
}

func (t *tap) put(v int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.out <- v // want `tap.mu is held while waiting to send on tap.out, a deadlock: .*; the receive at taps.go:17 may have to wait for tap.mu first, at taps.go:18`
}
