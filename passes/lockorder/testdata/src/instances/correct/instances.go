// Package correct holds code that only looks like a fault, of which nothing may
// be said: locks that are let go, or not held where it seems.
package correct

import (
	"context"
	"errors"
	"sync"
	"time"
)

// A function is sent away under the lock and run by a goroutine without it.

type queue struct {
	mu, done sync.Mutex
	ch       chan func()
}

func (q *queue) run() {
	for f := range q.ch {
		f()
	}
}

func (q *queue) send() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ch <- func() {
		q.done.Lock()
		defer q.done.Unlock()
	}
}

func (q *queue) finish() {
	q.done.Lock()
	defer q.done.Unlock()
	q.mu.Lock()
	defer q.mu.Unlock()
}

// Timers and contexts run their functions in goroutines of their own.

type alarm struct {
	mu, bell sync.Mutex
	t        *time.Timer
}

func (a *alarm) ring() {
	a.bell.Lock()
	defer a.bell.Unlock()
	a.mu.Lock()
	defer a.mu.Unlock()
}

func (a *alarm) set() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.t = time.AfterFunc(time.Hour, a.ring)
}

func (a *alarm) until(ctx context.Context) {
	a.mu.Lock()
	defer a.mu.Unlock()
	context.AfterFunc(ctx, a.ring)
}

// So does a WaitGroup.

type pair struct{ a, b sync.Mutex }

func (p *pair) both() {
	var wg sync.WaitGroup
	p.a.Lock()
	wg.Go(func() {
		p.b.Lock()
		defer p.b.Unlock()
		p.a.Lock()
		defer p.a.Unlock()
	})
	p.a.Unlock()
	wg.Wait()
}

// The deferred function releases on errors only; the rest released before.

type failing struct{ a, b sync.Mutex }

func (f *failing) forth(n int) (err error) {
	f.a.Lock()
	defer func() {
		if err != nil {
			f.a.Unlock()
		}
	}()
	if n < 0 {
		return errors.New("negative")
	}
	f.a.Unlock()
	f.b.Lock()
	defer f.b.Unlock()
	return nil
}

func (f *failing) back() {
	f.b.Lock()
	defer f.b.Unlock()
	f.a.Lock()
	defer f.a.Unlock()
}

// A variable says whether the lock is held.

type flagged struct{ a, b sync.Mutex }

func (f *flagged) forth(n int) {
	locked := false
	if n > 0 {
		f.a.Lock()
		locked = true
	}
	n++
	if locked {
		f.a.Unlock()
	}
	f.b.Lock()
	defer f.b.Unlock()
}

func (f *flagged) back() {
	f.b.Lock()
	defer f.b.Unlock()
	f.a.Lock()
	defer f.a.Unlock()
}

// Lock and unlock methods are chosen as a pair.

type chosen struct{ a, b sync.Mutex }

func (c *chosen) one(second bool) {
	lock, unlock := c.a.Lock, c.a.Unlock
	if second {
		lock, unlock = c.b.Lock, c.b.Unlock
	}
	lock()
	defer unlock()
}

func (c *chosen) two() {
	c.b.Lock()
	defer c.b.Unlock()
	c.a.Lock()
	defer c.a.Unlock()
}

// A chain that is only ever walked upwards.

type node struct {
	mu     sync.Mutex
	parent *node
	n      int
}

func (n *node) add() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.n++
	if n.parent != nil {
		n.parent.add()
	}
}

// The order is set by a function that compares, and a call with the arguments
// exchanged.

type account struct {
	mu    sync.Mutex
	id, n int
}

func less(a, b *account) bool { return a.id < b.id }

func transfer(a, b *account, n int) {
	if less(b, a) {
		transfer(b, a, -n)
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	a.n -= n
	b.n += n
}
