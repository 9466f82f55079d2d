// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: it holds a lock of package shop.
package correct

import (
	"fmt"

	"stock/shop"
)

func restock(s *shop.Shop, item string, n int) {
	s.Lock()
	defer s.Unlock()
	s.Stock[item] = s.CountLocked(item) + n
}

func audit(s *shop.Shop) {
	var again []string
	s.Sold(func(items []string) { again = append(again, items...) })
	for _, it := range again {
		s.Sell(it)
	}
}

// One shop is asked while another is locked.

func compare(s, t *shop.Shop, item string) bool {
	s.Lock()
	defer s.Unlock()
	return s.Stock[item] < t.Count(item)
}

// Pause gives the lock back for the time of the closure.

func report(s *shop.Shop) {
	s.Begin()
	defer s.End()
	s.Pause(func() { fmt.Println(s.Count("bread"), s) })
	s.Stock["reports"]++
}

// The other lock of the shop.

func sell(s *shop.Shop, item string) {
	s.Lock()
	defer s.Unlock()
	s.Stock[item]--
	s.Sell(item)
}

// After the end of the section.

func open(s *shop.Shop) int {
	s.Begin()
	s.Stock = map[string]int{}
	s.End()
	return s.Count("bread")
}
