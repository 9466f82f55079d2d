// Package steps takes locks that only its callers can name.
package steps

import "sync"

// Three runs f with all three locked.
func Three(a, b, c *sync.Mutex, f func()) {
	a.Lock()
	b.Lock()
	c.Lock()
	f()
	c.Unlock()
	b.Unlock()
	a.Unlock()
}

// Gated is Three where the first is for reading.
func Gated(gate *sync.RWMutex, a, b *sync.Mutex, f func()) {
	gate.RLock()
	a.Lock()
	b.Lock()
	f()
	b.Unlock()
	a.Unlock()
	gate.RUnlock()
}

// One of three is tried.
func One(a, b, c *sync.Mutex) bool {
	a.Lock()
	b.Lock()
	if !c.TryLock() {
		b.Unlock()
		a.Unlock()
		return false
	}
	return true
}
