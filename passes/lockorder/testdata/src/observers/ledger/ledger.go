// Package ledger notifies observers under its lock. What they lock is known
// only where they are implemented.
package ledger

import "sync"

type Observer interface {
	Posted(account string, n int)
}

type Ledger struct {
	mu        sync.Mutex
	balance   map[string]int
	observers []Observer
}

func (l *Ledger) Observe(o Observer) {
	l.mu.Lock()
	l.observers = append(l.observers, o)
	l.mu.Unlock()
}

func (l *Ledger) Post(account string, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.balance[account] += n
	for _, o := range l.observers {
		o.Posted(account, n)
	}
}

func (l *Ledger) Balance(account string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.balance[account]
}
