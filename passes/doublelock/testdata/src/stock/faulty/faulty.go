// Package faulty holds faults that must be found: it holds a lock of package
// shop and calls what takes it there.
package faulty

import (
	"fmt"

	"stock/shop"
)

func restock(s *shop.Shop, item string, n int) {
	s.Lock()
	defer s.Unlock()
	s.Stock[item] = s.Count(item) + n // want `shop.Shop.RWMutex is read-locked by a goroutine that holds it, a deadlock: read-locked at stock/shop/shop.go:20 \(called from faulty.go:14\) while it is held since faulty.go:12`
}

func audit(s *shop.Shop) {
	s.Sold(func(items []string) {
		for _, it := range items {
			s.Sell(it) // want `shop.Shop.mu is locked by a goroutine that holds it, a deadlock: locked at stock/shop/shop.go:47 \(called from stock/shop/shop.go:38, faulty.go:20, stock/shop/shop.go:42, stock/shop/shop.go:44\) while it is held since stock/shop/shop.go:36`
		}
	})
}

func open(s *shop.Shop) {
	s.Begin()
	defer s.End()
	s.Lock() // want `shop.Shop.RWMutex is locked by a goroutine that holds it, a deadlock: locked at faulty.go:28 while it is held since stock/shop/shop.go:29 \(called from faulty.go:26\)`
	s.Stock = map[string]int{}
	s.Unlock()
}

func show(s *shop.Shop) {
	s.Lock()
	defer s.Unlock()
	s.Stock["shown"]++
	fmt.Println(s) // want `shop.Shop.RWMutex is read-locked by a goroutine that holds it, a deadlock: read-locked at stock/shop/shop.go:54 \(called from faulty.go:37\) while it is held since faulty.go:34`
}

// The lock of a shop held by a type of this package.

type mall struct{ main *shop.Shop }

func (m *mall) close() {
	m.main.Lock()
	defer m.main.Unlock()
	m.clear() // want `shop.Shop.RWMutex is locked by a goroutine that holds it, a deadlock: locked at stock/shop/shop.go:29 \(called from faulty.go:47, faulty.go:51\) while it is held since faulty.go:45`
}

func (m *mall) clear() {
	m.main.Begin()
	clear(m.main.Stock)
	m.main.End()
}
