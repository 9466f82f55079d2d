package faulty

import "sync"

// The literal lets the lock go for the write, and one way out does not take it
// again before the deferred call.

type batch struct {
	mu      sync.Mutex
	records []int
}

func merge(span []*batch, write func() error) (sum int) {
	for _, src := range span {
		done := func() bool {
			src.mu.Lock()
			defer src.mu.Unlock()
			for _, r := range src.records {
				sum += r
				if sum > 100 {
					src.mu.Unlock() // want `batch.mu is unlocked twice: here and again by the deferred call at retake.go:17`
					if err := write(); err != nil {
						return true
					}
					src.mu.Lock()
				}
			}
			return false
		}()
		if done {
			break
		}
	}
	return sum
}
