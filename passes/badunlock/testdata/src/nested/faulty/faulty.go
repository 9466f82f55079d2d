// Package faulty unlocks twice what it locked at a level.
package faulty

import (
	"sync"

	"github.com/lockvet/lockvet/runtime/lockdep"
)

type account struct {
	mu sync.RWMutex
	n  int
}

func (a *account) add(b *account, n int) {
	lockdep.LockNested(&a.mu, 1)
	if n == 0 {
		a.mu.Unlock()
	}
	a.n += n
	a.mu.Unlock() // want `account.mu is unlocked twice`
}

func (a *account) get() int {
	lockdep.LockNested(&a.mu, 0)
	lockdep.AssertHeld(&a.mu)
	defer a.mu.RUnlock() // want `account.mu is locked for writing at faulty.go:25 and unlocked with RUnlock: use Unlock`
	return a.n
}
