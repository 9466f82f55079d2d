// Package faulty unlocks what an imported function has unlocked before.
package faulty

import (
	"errors"
	"sync"

	"toolkit/locks"
)

var errHigh = errors.New("too high")

func check(b *locks.Box, n int) error {
	b.Enter()
	defer b.Leave()
	if b.N() > n {
		return b.Fail(errHigh) // want `^locks.Box.mu is unlocked twice: here and again by the deferred call at faulty.go:15$`
	}
	return nil
}

func add(b *locks.Box) error {
	if err := b.Add(); err != nil {
		return err
	}
	defer b.Leave()
	if b.N() > 5 {
		b.Leave() // want `^locks.Box.mu is unlocked twice: here and again by the deferred call at faulty.go:26$`
		return errHigh
	}
	return nil
}

func view(b *locks.Box) int {
	b.View()
	n := b.N()
	b.Leave() // want `^locks.Box.mu is read-locked at toolkit/locks/locks.go:26 and unlocked with Unlock: use RUnlock$`
	return n
}

type store struct {
	mu sync.Mutex
	m  map[string]int
}

func (s *store) get(key string) (int, bool) {
	release := locks.Acquire(&s.mu)
	defer release()
	n, ok := s.m[key]
	if !ok {
		release() // want `^store.mu is unlocked twice: here and again by the deferred call at faulty.go:48$`
	}
	return n, ok
}
