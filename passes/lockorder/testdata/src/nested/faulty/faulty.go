// Package faulty inverts locks that it takes at a level: that puts locks of one
// class in order, and no two classes.
package faulty

import (
	"sync"

	"github.com/lockvet/lockvet/runtime/lockdep"
)

type account struct {
	mu lockdep.Mutex
	n  int
}

// No level.
func transfer(from, to *account, n int) {
	from.mu.Lock()
	lockdep.LockNested(&to.mu, 0) // want `two instances of account.mu are locked in an order set by the caller`
	from.n -= n
	to.n += n
	to.mu.Unlock()
	from.mu.Unlock()
}

type pair struct {
	a lockdep.RWMutex
	b sync.Mutex
	n int
}

func (p *pair) up() {
	p.a.Lock()
	defer p.a.Unlock()
	lockdep.LockNested(&p.b, 1)
	defer p.b.Unlock()
	p.n++
}

func (p *pair) down() {
	lockdep.LockNested(&p.b, 1)
	defer p.b.Unlock()
	lockdep.LockNested(&p.a, 2) // want `lock order inversion, a deadlock: pair.a -> pair.b -> pair.a:`
	defer p.a.Unlock()
	p.n--
}
