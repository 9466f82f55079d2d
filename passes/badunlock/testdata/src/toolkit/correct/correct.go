// Package correct unlocks what imported functions have locked.
package correct

import (
	"errors"
	"sync"

	"toolkit/locks"
)

var errHigh = errors.New("too high")

func check(b *locks.Box, n int) error {
	b.Enter()
	if b.N() > n {
		return b.Fail(errHigh)
	}
	b.Leave()
	return nil
}

func add(b *locks.Box) error {
	err := b.Add()
	if err == nil {
		b.Leave()
	}
	return err
}

func view(b *locks.Box) int {
	b.View()
	defer b.Close()
	return b.N()
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

// leave only releases.
func leave(b *locks.Box) { b.Leave() }
