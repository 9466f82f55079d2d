// Package maps has a lock that its importers take, and methods that take it.
package maps

import (
	"fmt"
	"sync"
)

// A Map has places.
type Map struct {
	sync.RWMutex // guards Places
	Places       map[string]int
}

// Add locks to write.
func (m *Map) Add(name string, height int) {
	m.Lock()
	m.Places[name] = height
	m.Unlock()
}

// Height locks to read.
func (m *Map) Height(name string) int {
	m.RLock()
	defer m.RUnlock()
	return m.Places[name]
}

// Each runs f under the read lock.
func (m *Map) Each(f func(name string)) {
	m.RLock()
	defer m.RUnlock()
	for name := range m.Places {
		f(name)
	}
}

// String locks to read.
func (m *Map) String() string {
	m.RLock()
	defer m.RUnlock()
	return fmt.Sprint(len(m.Places), " places")
}

// HeightLocked is called with m read-locked.
func (m *Map) HeightLocked(name string) int { return m.Places[name] }
