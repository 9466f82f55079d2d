// Package correct has an observer that reads the ledger without its own lock.
package correct

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
	n := v.l.Balance(account)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.cache[account] = n
	return n
}
