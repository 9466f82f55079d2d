// Package faulty closes an account with the account locked, against the order
// that the imported package has.
package faulty

import "direct/account"

func closeEmpty(b *account.Bank, name string) {
	a := b.Accounts[name]
	a.Mu.Lock()
	defer a.Mu.Unlock()
	if a.Balance == 0 {
		b.Close(name) // want `lock order inversion, a deadlock: account.Account.Mu -> account.Bank.Mu -> account.Account.Mu:`
	}
}
