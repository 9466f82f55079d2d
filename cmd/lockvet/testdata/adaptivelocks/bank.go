// Package adaptivelocks has locks that spin, in orders that lockvet test sees
// although nobody ever waits.
package adaptivelocks

import (
	"sync"
	"time"

	"github.com/lockvet/lockvet/runtime/adaptive"
)

type (
	Account struct{ mu adaptive.Mutex }
	Branch  struct{ mu adaptive.Mutex }
	Ledger  struct{ mu sync.Mutex }
)

func (a *Account) Close(b *Branch) {
	a.mu.Lock()
	b.mu.Lock()
	b.mu.Unlock()
	a.mu.Unlock()
}

func (b *Branch) Audit(a *Account) {
	b.mu.Lock()
	a.mu.Lock()
	a.mu.Unlock()
	b.mu.Unlock()
}

// A Till and a Safe spin against each other's order, which ends since each sees
// the other wait.
type (
	Till struct{ mu adaptive.Mutex }
	Safe struct{ mu adaptive.Mutex }
)

func (t *Till) Empty(s *Safe) {
	t.mu.Lock()
	s.mu.Lock()
	s.mu.Unlock()
	t.mu.Unlock()
}

func (s *Safe) Fill(t *Till) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !t.mu.TryLockSpin() {
		return false
	}
	t.mu.Unlock()
	return true
}

// A Desk waits for a Ledger, which is no adaptive mutex: whoever spins for the
// Desk with the Ledger held does not see it.
type Desk struct{ mu adaptive.Mutex }

func (d *Desk) Write(l *Ledger) {
	d.mu.Lock()
	l.mu.Lock()
	l.mu.Unlock()
	d.mu.Unlock()
}

func (l *Ledger) Sign(d *Desk) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !d.mu.TryLockSpin() {
		return false
	}
	d.mu.Unlock()
	return true
}

// Peek tries once, and waits with an end, which is no order.
func (l *Ledger) Peek(b *Branch) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !b.mu.TryLock() && !b.mu.TryLockFor(time.Millisecond) {
		return false
	}
	b.mu.Unlock()
	return true
}

func (b *Branch) Post(l *Ledger) {
	b.mu.Lock()
	l.mu.Lock()
	l.mu.Unlock()
	b.mu.Unlock()
}
