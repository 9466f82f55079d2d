// Package correct holds selects of which each arm unlocks, here or below.
package correct

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

func (s *subscriber) offer(p []byte) bool {
	s.mu.Lock()
	select {
	case s.ch <- p:
		s.pending++
		s.mu.Unlock()
	default:
		s.dropped++
		s.mu.Unlock()
		return false
	}
	return true
}

// The unlock stands after the select, and no arm returns.
func (s *subscriber) push(p []byte) (sent bool) {
	s.mu.Lock()
	select {
	case s.ch <- p:
		sent = true
	default:
	}
	s.mu.Unlock()
	return sent
}

// A deferred unlock serves all arms.
func (s *subscriber) next(ctx context.Context) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case p := <-s.ch:
		s.pending--
		return p, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// The lock is taken in an arm, and released there.
func (s *subscriber) run(emit func([]byte)) {
	for {
		select {
		case p := <-s.ch:
			s.mu.Lock()
			s.pending--
			s.mu.Unlock()
			emit(p)
		case <-s.quit:
			return
		}
	}
}

// What the select found says whether the lock was taken.
func (s *subscriber) poll(emit func([]byte)) {
	locked := false
	var p []byte
	select {
	case p = <-s.ch:
		s.mu.Lock()
		locked = true
	default:
	}
	if !locked {
		return
	}
	s.pending--
	s.mu.Unlock()
	emit(p)
}
