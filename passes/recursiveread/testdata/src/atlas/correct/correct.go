// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: it has a lock of package maps read-locked.
package correct

import (
	"fmt"

	"atlas/maps"
)

func highest(m *maps.Map) (best int) {
	m.RLock()
	defer m.RUnlock()
	for name := range m.Places {
		best = max(best, m.HeightLocked(name))
	}
	return best
}

func total(m *maps.Map) (sum int) {
	var names []string
	m.Each(func(name string) { names = append(names, name) })
	for _, name := range names {
		sum += m.Height(name)
	}
	return sum
}

func higher(a, b *maps.Map) (n int) {
	a.Each(func(name string) {
		if b.Height(name) > 0 {
			n++
		}
	})
	return n
}

func show(m *maps.Map) {
	m.RLock()
	n := len(m.Places)
	m.RUnlock()
	fmt.Println(m, n)
}
