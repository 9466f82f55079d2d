// Package faulty forgets locks that an imported function takes.
package faulty

import (
	"sync"

	"toolkit/locks"
)

func fill(b *locks.Box, n int) bool {
	b.Enter()
	if b.N() > n {
		return false // want `^locks.Box.mu is not unlocked on this path: locked at toolkit/locks/locks.go:31 \(called from faulty.go:11\)$`
	}
	b.Add()
	b.Leave()
	return true
}

func tryFill(b *locks.Box, n int) bool {
	if !b.TryEnter() {
		return false
	}
	if b.N() > n {
		return false // want `^locks.Box.mu is not unlocked on this path: locked at toolkit/locks/locks.go:37 \(called from faulty.go:21\)$`
	}
	b.Add()
	b.Leave()
	return true
}

func fillLimited(b *locks.Box, n int) error {
	if err := b.EnterLimit(n); err != nil {
		return err
	}
	if b.N() == 0 {
		return nil // want `^locks.Box.mu is not unlocked on this path: locked at toolkit/locks/locks.go:41 \(called from faulty.go:33\)$`
	}
	b.Add()
	b.Leave()
	return nil
}

type store struct {
	mu sync.Mutex
	m  map[string]int
}

func (s *store) get(key string) (int, bool) {
	release := locks.Acquire(&s.mu)
	n, ok := s.m[key]
	if !ok {
		return 0, false // want `^store.mu is not unlocked on this path: locked at toolkit/locks/locks.go:13 \(called from faulty.go:50\)$`
	}
	release()
	return n, true
}
