// Package faulty holds returns on which a lock is forgotten.
package faulty

import (
	"errors"
	"sync"
)

var errEmpty = errors.New("nothing to do")

// An error is found between the lock and the unlock.

type cleaner struct {
	mu    sync.Mutex
	sizes map[string]int64
	freed int64
}

func (c *cleaner) free(want int64) (int64, error) {
	c.mu.Lock()
	var freed int64
	for name, size := range c.sizes {
		if freed >= want {
			break
		}
		delete(c.sizes, name)
		freed += size
	}
	if freed == 0 {
		return 0, errEmpty // want `^cleaner.mu is not unlocked on this path: locked at returns.go:20$`
	}
	c.freed += freed
	c.mu.Unlock()
	return freed, nil
}

// One arm of a switch returns by itself.

type member struct {
	mu    sync.Mutex
	term  int
	votes int
}

func (m *member) step(kind, term int) int {
	m.mu.Lock()
	switch {
	case term < m.term:
		return m.term // want `^member.mu is not unlocked on this path: locked at returns.go:46$`
	case kind == 0:
		m.votes++
	default:
		m.term = term
	}
	term = m.term
	m.mu.Unlock()
	return term
}

// The jump goes past the unlock.

type segment struct {
	mu   sync.Mutex
	size int
}

func (s *segment) roll(write func(int) error) (err error) {
	s.mu.Lock()
	if err = write(s.size); err != nil {
		goto done
	}
	s.size = 0
	s.mu.Unlock()
done:
	return err // want `^segment.mu is not unlocked on this path: locked at returns.go:68$`
}

// Of two locks only the inner one is released.

type account struct {
	mu      sync.Mutex
	balance int
}

type bank struct {
	mu       sync.Mutex
	accounts map[string]*account
}

func (b *bank) withdraw(name string, n int) bool {
	b.mu.Lock()
	a := b.accounts[name]
	a.mu.Lock()
	if a.balance < n {
		a.mu.Unlock()
		return false // want `^bank.mu is not unlocked on this path: locked at returns.go:91$`
	}
	a.balance -= n
	a.mu.Unlock()
	b.mu.Unlock()
	return true
}

// Both of two locks are forgotten: each is reported.

func (b *bank) close(name string) error {
	b.mu.Lock()
	a := b.accounts[name]
	a.mu.Lock()
	if a.balance != 0 {
		return errEmpty // want `^account.mu is not unlocked on this path: locked at returns.go:109$` `^bank.mu is not unlocked on this path: locked at returns.go:107$`
	}
	delete(b.accounts, name)
	a.mu.Unlock()
	b.mu.Unlock()
	return nil
}

// The lock is reached by a local pointer.

type pins struct {
	mu  sync.Mutex
	set map[string]bool
}

type repo struct{ pins *pins }

func (r *repo) pin(name string) bool {
	p := r.pins
	p.mu.Lock()
	if p.set[name] {
		return false // want `^pins.mu is not unlocked on this path: locked at returns.go:130$`
	}
	p.set[name] = true
	p.mu.Unlock()
	return true
}

// A package variable.

var (
	driversMu sync.Mutex
	drivers   = map[string]func(){}
)

func register(name string, open func()) error {
	driversMu.Lock()
	if drivers[name] != nil {
		return errEmpty // want `^driversMu is not unlocked on this path: locked at returns.go:147$`
	}
	drivers[name] = open
	driversMu.Unlock()
	return nil
}

// A wait on a condition ends with the lock held, also when it is given up.

type queue struct {
	mu     sync.Mutex
	cond   sync.Cond
	items  []int
	closed bool
}

func newQueue() *queue {
	q := new(queue)
	q.cond.L = &q.mu
	return q
}

func (q *queue) take() (int, bool) {
	q.mu.Lock()
	for len(q.items) == 0 {
		if q.closed {
			return 0, false // want `^queue.mu is not unlocked on this path: locked at returns.go:172$`
		}
		q.cond.Wait()
	}
	v := q.items[0]
	q.items = q.items[1:]
	q.mu.Unlock()
	return v, true
}
