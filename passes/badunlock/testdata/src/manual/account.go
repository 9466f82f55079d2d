package manual

import "sync"

type Account struct {
	mu      sync.Mutex
	balance int
	blocked bool
}

func (a *Account) Withdraw(n int) bool {
	a.mu.Lock()
	defer a.mu.Unlock() // account.go:13
	if a.blocked {
		a.mu.Unlock() // account.go:15 // want `^Account.mu is unlocked twice: `
		return false
	}
	a.balance -= n
	return true
}
