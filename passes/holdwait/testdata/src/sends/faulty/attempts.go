package faulty

import "sync"

// Without the lock nothing is sent, and the lock is not to be had.

func attempt(f func()) int {
	var mu sync.Mutex
	got := make(chan int)
	mu.Lock()
	go func() {
		for !mu.TryLock() {
			f()
		}
		got <- 1
		mu.Unlock()
	}()
	n := <-got // want `^attempt.mu is held while waiting to receive from a local channel, a deadlock: held since attempts.go:10, waiting at attempts.go:18; the send at attempts.go:15 may have to wait for attempt.mu first, at attempts.go:12$`
	mu.Unlock()
	return n
}

// The loop keeps its channel.

func rounds(n int, f func()) {
	var mu sync.Mutex
	got := make(chan int)
	go func() {
		for range n {
			mu.Lock()
			got <- n // want `^rounds.mu is held while waiting to send on a local channel, a deadlock: held since attempts.go:30, waiting at attempts.go:31; the receive at attempts.go:38 may have to wait for rounds.mu first, at attempts.go:36$`
			mu.Unlock()
		}
	}()
	for range n {
		mu.Lock()
		mu.Unlock()
		<-got
	}
}
