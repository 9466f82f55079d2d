// Package settle charges accounts their share of the running costs.
package settle

import (
	"sync"

	"example.com/demo/ledger"
	"example.com/demo/metrics"
)

// An Office settles accounts one at a time.
type Office struct {
	mu      sync.Mutex
	settled int

	book   *ledger.Book
	counts *metrics.Set
	costs  int
}

func NewOffice(book *ledger.Book, counts *metrics.Set) *Office {
	return &Office{book: book, counts: counts, costs: 30}
}

// Settle charges the account its share. This is the first fault: it asks the
// book for the number of accounts while it holds one, and Book.Close takes the
// two locks the other way round.
func (o *Office) Settle(id string) {
	a, err := o.book.Find(id)
	if err != nil {
		o.counts.Add("unknown", 1)
		return
	}
	a.Lock()
	defer a.Unlock()
	a.Balance -= o.costs / o.book.Count() // want lockorder `Book\.mu`

	o.mu.Lock()
	o.settled++
	o.mu.Unlock()
}

func (o *Office) Settled() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.settled
}
