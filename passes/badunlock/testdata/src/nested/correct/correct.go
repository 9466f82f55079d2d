// Package correct takes two locks of one class in an order that it declares, and
// tells of its locks what it expects.
package correct

import (
	"sync"

	"github.com/lockvet/lockvet/runtime/lockdep"
)

type account struct {
	mu lockdep.Mutex
	n  int
}

func transfer(from, to *account, n int) {
	from.mu.Lock()
	lockdep.LockNested(&to.mu, 1)
	from.n -= n
	to.n += n
	to.mu.Unlock()
	from.mu.Unlock()
}

// The level is the caller's.
func lockAt(a *account, level int) { lockdep.LockNested(&a.mu, level) }

func three(a, b, c *account) {
	a.mu.Lock()
	defer a.mu.Unlock()
	lockAt(b, 1)
	defer b.mu.Unlock()
	lockAt(c, 2)
	defer c.mu.Unlock()
	c.n = a.n + b.n
}

// In the types of package sync, embedded or not.
type node struct {
	sync.RWMutex
	n int
}

func swap(a, b *node) {
	a.Lock()
	lockdep.LockNested(b, 1)
	a.n, b.n = b.n, a.n
	b.Unlock()
	a.Unlock()
}

type pair struct {
	a, b sync.Mutex
	n    int
}

func newPair() *pair {
	p := new(pair)
	lockdep.SetClass(&p.a, "pair.a")
	lockdep.SetClass(&p.b, "pair.b")
	return p
}

func (p *pair) both() {
	p.a.Lock()
	lockdep.LockNested(&p.b, 0)
	p.bump()
	p.b.Unlock()
	p.a.Unlock()
}

func (p *pair) bump() {
	lockdep.AssertHeld(&p.b)
	lockdep.AssertRHeld(&p.a)
	p.n++
}

func (p *pair) idle() {
	lockdep.AssertNotHeld(&p.a)
	p.b.Lock()
	lockdep.AssertNotHeld(&p.a)
	p.n = 0
	p.b.Unlock()
}

// What a tracker is told makes no order.
type own struct {
	t lockdep.Tracker
	p pair
}

func (o *own) one() {
	w := o.t.Want(0)
	o.p.a.Lock()
	w.Got()
	o.p.a.Unlock()
	o.t.Release(0)
}

func (o *own) two() {
	o.p.a.Lock()
	o.t.Tried(0, true)
	o.t.Release(0)
	o.p.a.Unlock()
}
