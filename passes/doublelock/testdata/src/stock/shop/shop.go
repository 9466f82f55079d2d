// Package shop has locks that its importers take, and methods that take them.
package shop

import (
	"fmt"
	"sync"
)

// A Shop sells things.
type Shop struct {
	sync.RWMutex // guards Stock
	Stock        map[string]int
	OnSale       func(s *Shop, item string)
	mu           sync.Mutex
	sold         []string
}

// Count locks to read.
func (s *Shop) Count(item string) int {
	s.RLock()
	defer s.RUnlock()
	return s.Stock[item]
}

// CountLocked is called with s locked.
func (s *Shop) CountLocked(item string) int { return s.Stock[item] }

// Begin returns with s locked, to be ended with End.
func (s *Shop) Begin() { s.Lock() }

// End releases s.
func (s *Shop) End() { s.Unlock() }

// Sold runs f under the lock of the sold items.
func (s *Shop) Sold(f func([]string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.sold)
}

// Sell takes the lock of the sold items, two calls down.
func (s *Shop) Sell(item string) { s.record(item) }

func (s *Shop) record(item string) { s.append(item) }

func (s *Shop) append(item string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sold = append(s.sold, item)
}

// String locks to read.
func (s *Shop) String() string {
	s.RLock()
	defer s.RUnlock()
	return fmt.Sprint(len(s.Stock))
}

// Pause is called with s locked, and drops the lock for the time of f.
func (s *Shop) Pause(f func()) {
	s.Unlock()
	defer s.Lock()
	f()
}
