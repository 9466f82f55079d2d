package correct

import "sync"

// Whoever is passed a trylock gets its result.

type gate struct {
	mu sync.Mutex
	n  int
}

func (g *gate) attempt() bool { return g.mu.TryLock() }

func (g *gate) perform(f func(attempt func() bool, done func())) { f(g.attempt, g.mu.Unlock) }

func (g *gate) performSelf(f func(attempt func() bool, done func()) bool) {
	f(g.mu.TryLock, g.mu.Unlock)
}

func pass(attempt func() bool) bool { return attempt() }

func (g *gate) through() {
	if pass(g.attempt) {
		g.n++
		g.mu.Unlock()
	}
}
