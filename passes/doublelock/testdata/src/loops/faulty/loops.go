// Package faulty holds faults that must be found: the next turn of a loop finds
// the lock held by the one before.
package faulty

import "sync"

// A deferred unlock waits for the end of the function, not of the turn.

type upload struct {
	mu    sync.Mutex
	parts map[int]int
	total int
}

func (u *upload) record(sizes []int) {
	for i, n := range sizes {
		u.mu.Lock() // want `upload.mu is locked by a goroutine that holds it, a deadlock: locked at loops.go:17 while it is held since loops.go:17`
		defer u.mu.Unlock()
		u.parts[i] = n
		u.total += n
	}
}

// So it does in an endless loop over a channel.

func (u *upload) serve(sizes <-chan int) {
	for {
		n, ok := <-sizes
		if !ok {
			return
		}
		u.mu.Lock() // want `upload.mu is locked by a goroutine that holds it, a deadlock: locked at loops.go:32 while it is held since loops.go:32`
		defer u.mu.Unlock()
		u.total += n
	}
}

// The method called in each turn returns with the lock held.

type outlet struct {
	mu    sync.Mutex
	queue []string
}

func (o *outlet) begin() { o.mu.Lock() }
func (o *outlet) end()   { o.mu.Unlock() }

func (o *outlet) send(batches [][]string) {
	for _, b := range batches {
		o.begin() // want `outlet.mu is locked by a goroutine that holds it, a deadlock: locked at loops.go:45 \(called from loops.go:50\) while it is held since loops.go:45 \(called from loops.go:50\)`
		defer o.end()
		o.queue = append(o.queue, b...)
	}
}
