// Package correct releases what imported functions lock.
package correct

import (
	"sync"

	"toolkit/locks"
)

func fill(b *locks.Box, n int) bool {
	b.Enter()
	defer b.Leave()
	if b.N() > n {
		return false
	}
	b.Add()
	return true
}

func tryFill(b *locks.Box) bool {
	if !b.TryEnter() {
		return false
	}
	b.Add()
	b.Leave()
	return true
}

func fillLimited(b *locks.Box, n int) error {
	if err := b.EnterLimit(n); err != nil {
		return err
	}
	defer b.Leave()
	b.Add()
	return nil
}

type store struct {
	mu sync.Mutex
	m  map[string]int
}

func (s *store) get(key string) (int, bool) {
	defer locks.Acquire(&s.mu)()
	n, ok := s.m[key]
	return n, ok
}

func (s *store) set(key string, n int) {
	locks.With(&s.mu, func() {
		if s.m == nil {
			return
		}
		s.m[key] = n
	})
}

// Open enters the box that it returns.
func Open(b *locks.Box) *locks.Box {
	b.Enter()
	return b
}
