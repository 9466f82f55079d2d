package correct

import "sync"

// The goroutine takes the lock, and the function that waited for it releases.

type drill struct {
	mu    sync.Mutex
	steps int
}

func (d *drill) lockElsewhere(f func()) {
	locked := make(chan struct{})
	go func() {
		d.mu.Lock()
		close(locked)
	}()
	<-locked
	f()
	d.mu.Unlock()
}

// The lock is held while the goroutine waits for it, and what the goroutine got
// is released outside again.
func (d *drill) handOver(f func()) {
	got := make(chan bool)
	d.mu.Lock()
	go func() {
		d.mu.Lock()
		got <- true
	}()
	f()
	d.mu.Unlock()
	<-got
	d.steps++
	d.mu.Unlock()
}

// Many readers are let in by goroutines, and let out by the function.
func readers(n int, f func()) {
	var mu sync.RWMutex
	in := make(chan bool)
	for range n {
		go func() {
			mu.RLock()
			in <- true
		}()
	}
	for range n {
		<-in
	}
	f()
	for range n {
		mu.RUnlock()
	}
}
