// Package ledger keeps accounts.
package ledger

import (
	"errors"
	"strings"
	"sync"
)

// An Account is locked while its balance is read or written.
type Account struct {
	sync.Mutex
	ID      string
	Balance int
}

// A Book is a set of accounts. Its lock guards the map, not the balances.
type Book struct {
	mu       sync.RWMutex
	accounts map[string]*Account
}

var ErrUnknown = errors.New("ledger: unknown account")

func NewBook() *Book {
	return &Book{accounts: make(map[string]*Account)}
}

func (b *Book) Open(id string, balance int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.accounts[id] = &Account{ID: id, Balance: balance}
}

func (b *Book) Find(id string) (*Account, error) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	a, ok := b.accounts[id]
	if !ok {
		return nil, ErrUnknown
	}
	return a, nil
}

// Count returns the number of open accounts.
func (b *Book) Count() int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return len(b.accounts)
}

// Close removes an account and takes what was left in it. It locks the account
// while it holds the book, so that nobody can find an account half closed.
func (b *Book) Close(id string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	a, ok := b.accounts[id]
	if !ok {
		return 0
	}
	a.Lock()
	defer a.Unlock()
	rest := a.Balance
	a.Balance = 0
	delete(b.accounts, id)
	return rest
}

// Transfer locks the two accounts in the order of their names, whichever way
// the money goes.
func (b *Book) Transfer(from, to string, amount int) error {
	src, err := b.Find(from)
	if err != nil {
		return err
	}
	dst, err := b.Find(to)
	if err != nil {
		return err
	}
	switch strings.Compare(src.ID, dst.ID) {
	case 0:
		return nil
	case -1:
		src.Lock()
		defer src.Unlock()
		dst.Lock()
		defer dst.Unlock()
	default:
		dst.Lock()
		defer dst.Unlock()
		src.Lock()
		defer src.Unlock()
	}
	src.Balance -= amount
	dst.Balance += amount
	return nil
}
