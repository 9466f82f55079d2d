// Package depot is what the tests of other packages have in common.
package depot

import "sync"

// A Store has a lock that other packages do not see.
type Store struct {
	mu    sync.Mutex
	items []string
}

func (s *Store) Put(item string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items = append(s.items, item)
}

// Each calls f under the lock.
func (s *Store) Each(f func(item string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, item := range s.items {
		f(item)
	}
}

// Clear returns a function that locks.
func (s *Store) Clear() func() {
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.items = nil
	}
}

// Two locks that are taken both ways.

var Stock, Orders sync.Mutex

func StockFirst() {
	Stock.Lock()
	defer Stock.Unlock()
	Orders.Lock()
	defer Orders.Unlock()
}

func OrdersFirst() {
	Orders.Lock()
	defer Orders.Unlock()
	Stock.Lock()
	defer Stock.Unlock()
}

// Two more.

type Door struct{ mu sync.Mutex }

type Key struct{ mu sync.Mutex }

func (d *Door) Open(k *Key) {
	d.mu.Lock()
	defer d.mu.Unlock()
	k.mu.Lock()
	defer k.mu.Unlock()
}

func (k *Key) Turn(d *Door) {
	k.mu.Lock()
	defer k.mu.Unlock()
	d.mu.Lock()
	defer d.mu.Unlock()
}
