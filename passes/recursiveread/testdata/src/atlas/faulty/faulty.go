// Package faulty holds faults that must be found: it has a lock of package maps
// read-locked and calls what read-locks it there. The writer is there too.
package faulty

import (
	"fmt"

	"atlas/maps"
)

func highest(m *maps.Map) (best int) {
	m.RLock()
	defer m.RUnlock()
	for name := range m.Places {
		best = max(best, m.Height(name)) // want `maps.Map.RWMutex is read-locked twice, a deadlock if the writer at atlas/maps/maps.go:17 comes in between: read-locked at atlas/maps/maps.go:24 \(called from faulty.go:15\) while it is read-locked since faulty.go:12`
	}
	return best
}

func total(m *maps.Map) (sum int) {
	m.Each(func(name string) {
		sum += m.Height(name) // want `maps.Map.RWMutex is read-locked twice, a deadlock if the writer at atlas/maps/maps.go:17 comes in between: read-locked at atlas/maps/maps.go:24 \(called from atlas/maps/maps.go:34, faulty.go:22\) while it is read-locked since atlas/maps/maps.go:31`
	})
	return sum
}

func show(m *maps.Map) {
	m.RLock()
	defer m.RUnlock()
	if len(m.Places) > 0 {
		fmt.Println(m) // want `maps.Map.RWMutex is read-locked twice, a deadlock if the writer at atlas/maps/maps.go:17 comes in between: read-locked at atlas/maps/maps.go:40 \(called from faulty.go:31\) while it is read-locked since faulty.go:28`
	}
}
