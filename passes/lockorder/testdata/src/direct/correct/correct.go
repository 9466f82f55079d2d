// Package correct leaves the account before it asks the bank, and elsewhere
// takes both in the order of the imported package.
package correct

import "direct/account"

func closeEmpty(b *account.Bank, name string) {
	a := b.Accounts[name]
	a.Mu.Lock()
	empty := a.Balance == 0
	a.Mu.Unlock()
	if empty {
		b.Close(name)
	}
}

func deposit(b *account.Bank, name string, n int) {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	a := b.Accounts[name]
	a.Mu.Lock()
	defer a.Mu.Unlock()
	a.Balance += n
}
