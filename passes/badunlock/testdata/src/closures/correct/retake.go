package correct

import "sync"

// The literal lets the lock go and takes it again before it returns, so the
// deferred call always finds it held.

type batch struct {
	mu      sync.Mutex
	records []int
}

func merge(span []*batch, write func() error) (sum int, swept bool, err error) {
	for _, src := range span {
		done := func() bool {
			src.mu.Lock()
			defer src.mu.Unlock()
			if src.records == nil {
				swept = true
				return true
			}
			for _, r := range src.records {
				sum += r
				if sum > 100 {
					src.mu.Unlock()
					err = write()
					src.mu.Lock()
					if err != nil || src.records == nil {
						swept = src.records == nil
						return true
					}
				}
			}
			return false
		}()
		if done {
			break
		}
	}
	return
}
