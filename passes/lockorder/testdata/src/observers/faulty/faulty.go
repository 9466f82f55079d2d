// Package faulty has an unexported observer that locks itself, and reads the
// ledger under its own lock.
package faulty

import (
	"sync"

	"observers/ledger"
)

type view struct {
	mu    sync.Mutex
	cache map[string]int
	l     *ledger.Ledger
}

func newView(l *ledger.Ledger) *view {
	v := &view{cache: map[string]int{}, l: l}
	l.Observe(v)
	return v
}

func (v *view) Posted(account string, n int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.cache, account)
}

func (v *view) balance(account string) int {
	v.mu.Lock()
	defer v.mu.Unlock()
	n := v.l.Balance(account) // want `lock order inversion, a deadlock: view.mu -> ledger.Ledger.mu -> view.mu:`
	v.cache[account] = n
	return n
}
