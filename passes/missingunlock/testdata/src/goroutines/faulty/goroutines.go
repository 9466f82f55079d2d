// Package faulty holds goroutines that keep a lock that they took or were
// handed.
package faulty

import (
	"context"
	"sync"
	"sync/atomic"
)

// The goroutine releases the lock that it was handed, but not if the work is
// cancelled.

type index struct {
	mu   sync.Mutex
	docs []string
}

func (x *index) rebuild(ctx context.Context, load func() []string) {
	x.mu.Lock()
	go func() {
		docs := load()
		if ctx.Err() != nil {
			return // want `^index.mu is not unlocked on this path of the goroutine that it was handed to: locked at goroutines.go:20$`
		}
		x.docs = docs
		x.mu.Unlock()
	}()
}

// The goroutine takes the lock itself.

type stats struct {
	mu    sync.Mutex
	sent  int
	lines []string
}

func (s *stats) report(send func(string) error) {
	go func() {
		s.mu.Lock()
		for _, l := range s.lines {
			if send(l) != nil {
				return // want `^stats.mu is not unlocked on this path: locked at goroutines.go:41$`
			}
			s.sent++
		}
		s.mu.Unlock()
	}()
}

// The flag is cleared by the goroutine, except on its early return.

type refresher struct {
	busy atomic.Bool
	n    int
}

func (r *refresher) start(ctx context.Context) bool {
	if !r.busy.CompareAndSwap(false, true) {
		return false
	}
	go func() {
		if ctx.Err() != nil {
			return // want `^refresher.busy is not unlocked on this path of the goroutine that it was handed to: locked at goroutines.go:60$`
		}
		r.n++
		r.busy.Store(false)
	}()
	return true
}

// The function hands the lock on or releases it, except on one return.

func (x *index) reload(load func() []string) bool {
	x.mu.Lock()
	if len(x.docs) == 0 {
		return false // want `^index.mu is not unlocked on this path: locked at goroutines.go:76$`
	}
	if len(x.docs) > 100 {
		x.mu.Unlock()
		return false
	}
	go func() {
		x.docs = load()
		x.mu.Unlock()
	}()
	return true
}
