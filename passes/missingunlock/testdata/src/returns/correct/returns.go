// Package correct holds functions that release on each way out.
package correct

import (
	"errors"
	"sync"
)

var errEmpty = errors.New("nothing to do")

type cleaner struct {
	mu    sync.Mutex
	sizes map[string]int64
	freed int64
}

// Each return has an unlock of its own.
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
		c.mu.Unlock()
		return 0, errEmpty
	}
	c.freed += freed
	c.mu.Unlock()
	return freed, nil
}

type member struct {
	mu    sync.Mutex
	term  int
	votes int
}

// The arms of the switch meet again before the unlock.
func (m *member) step(kind, term int) int {
	m.mu.Lock()
	switch {
	case term < m.term:
		m.mu.Unlock()
		return term
	case kind == 0:
		m.votes++
	default:
		m.term = term
	}
	term = m.term
	m.mu.Unlock()
	return term
}

type segment struct {
	mu   sync.Mutex
	size int
}

// The label stands before the unlock.
func (s *segment) roll(write func(int) error) (err error) {
	s.mu.Lock()
	if err = write(s.size); err != nil {
		goto done
	}
	s.size = 0
done:
	s.mu.Unlock()
	return err
}

// The jump goes back to the lock, which was released.
func (s *segment) grow(write func(int) error) {
again:
	s.mu.Lock()
	n := s.size
	s.mu.Unlock()
	if write(n) != nil {
		goto again
	}
}

type account struct {
	mu      sync.Mutex
	balance int
}

type bank struct {
	mu       sync.Mutex
	accounts map[string]*account
}

// Hand over hand: the bank is let go once the account is locked.
func (b *bank) withdraw(name string, n int) bool {
	b.mu.Lock()
	a := b.accounts[name]
	if a == nil {
		b.mu.Unlock()
		return false
	}
	a.mu.Lock()
	b.mu.Unlock()
	defer a.mu.Unlock()
	if a.balance < n {
		return false
	}
	a.balance -= n
	return true
}

// The lock whose release is deferred is dropped in between and taken again.
func (c *cleaner) refresh(measure func() map[string]int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.freed > 0 {
		c.mu.Unlock()
		sizes := measure()
		c.mu.Lock()
		c.sizes = sizes
	}
	c.freed = 0
}

// Two spellings of one lock.
type pins struct {
	mu  sync.Mutex
	set map[string]bool
}

type repo struct{ pins *pins }

func (r *repo) pin(name string) bool {
	p := r.pins
	p.mu.Lock()
	if p.set[name] {
		r.pins.mu.Unlock()
		return false
	}
	p.set[name] = true
	r.pins.mu.Unlock()
	return true
}

// A getter leads to the lock in both calls.
func (p *pins) lock() *sync.Mutex { return &p.mu }

func (p *pins) drop(name string) {
	p.lock().Lock()
	delete(p.set, name)
	p.lock().Unlock()
}

// The object is replaced under its lock; the old one is released.
type journal struct {
	current *segment
}

func (j *journal) rotate() {
	old := j.current
	old.mu.Lock()
	j.current = &segment{size: old.size}
	old.mu.Unlock()
}

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
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed {
		q.cond.Wait()
	}
	if q.closed {
		return 0, false
	}
	v := q.items[0]
	q.items = q.items[1:]
	return v, true
}

// The lock is released by way of the condition.
func (q *queue) close() {
	q.cond.L.Lock()
	q.closed = true
	q.cond.L.Unlock()
	q.cond.Broadcast()
}

// A worker that never returns holds the lock at the head of its loop.
func (q *queue) work(handle func(int)) {
	q.mu.Lock()
	for {
		for len(q.items) == 0 {
			q.cond.Wait()
		}
		v := q.items[0]
		q.items = q.items[1:]
		q.mu.Unlock()
		handle(v)
		q.mu.Lock()
	}
}
