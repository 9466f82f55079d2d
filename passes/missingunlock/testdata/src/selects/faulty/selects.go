// Package faulty holds arms of a select that end without the unlock.
package faulty

import (
	"context"
	"sync"
)

type subscriber struct {
	mu      sync.Mutex
	ch      chan []byte
	quit    chan struct{}
	pending int
	dropped int
}

// The queue is full.
func (s *subscriber) offer(p []byte) bool {
	s.mu.Lock()
	select {
	case s.ch <- p:
		s.pending++
	default:
		s.dropped++
		return false // want `^subscriber.mu is not unlocked on this path: locked at selects.go:19$`
	}
	s.mu.Unlock()
	return true
}

// The context ends.
func (s *subscriber) next(ctx context.Context) ([]byte, error) {
	s.mu.Lock()
	select {
	case p := <-s.ch:
		s.pending--
		s.mu.Unlock()
		return p, nil
	case <-ctx.Done():
		return nil, ctx.Err() // want `^subscriber.mu is not unlocked on this path: locked at selects.go:33$`
	case <-s.quit:
		s.mu.Unlock()
		return nil, nil
	}
}

// The arm for the stop signal leaves the loop with the lock held.
func (s *subscriber) run(emit func([]byte)) {
	for {
		s.mu.Lock()
		select {
		case p := <-s.ch:
			emit(p)
		case <-s.quit:
			return // want `^subscriber.mu is not unlocked on this path: locked at selects.go:50$`
		default:
		}
		s.mu.Unlock()
	}
}
