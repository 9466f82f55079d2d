// Package spinlock has a mutex with a spinning trylock of its own.
package spinlock

import (
	"runtime"
	"sync/atomic"
)

type Mutex struct{ held atomic.Bool }

func (m *Mutex) Lock() {
	for !m.held.CompareAndSwap(false, true) {
		runtime.Gosched()
	}
}

func (m *Mutex) Unlock() { m.held.Store(false) }

// TryFor tries for a while.
func (m *Mutex) TryFor() bool {
	for range 100 {
		if m.held.CompareAndSwap(false, true) {
			return true
		}
	}
	return false
}
