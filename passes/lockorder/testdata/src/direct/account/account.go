// Package account nests the accounts in the bank.
package account

import "sync"

type Bank struct {
	Mu       sync.Mutex
	Accounts map[string]*Account
}

type Account struct {
	Mu      sync.Mutex
	Balance int
}

// Total locks the accounts under the bank.
func (b *Bank) Total() (n int) {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	for _, a := range b.Accounts {
		n += a.Get()
	}
	return n
}

func (a *Account) Get() int {
	a.Mu.Lock()
	defer a.Mu.Unlock()
	return a.Balance
}

func (b *Bank) Close(name string) {
	b.Mu.Lock()
	delete(b.Accounts, name)
	b.Mu.Unlock()
}
