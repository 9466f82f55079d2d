package correct

import "sync"

// Without a mutex neither Lock nor Unlock does anything, otherwise both do: each
// pair is even.

type RWMutex struct{ mutex *sync.RWMutex }

func (m *RWMutex) Lock() {
	if m.mutex != nil {
		m.mutex.Lock()
	}
}

func (m *RWMutex) Unlock() {
	if m.mutex != nil {
		m.mutex.Unlock()
	}
}

func (m *RWMutex) RLock() {
	if m.mutex != nil {
		m.mutex.RLock()
	}
}

func (m *RWMutex) RUnlock() {
	if m.mutex != nil {
		m.mutex.RUnlock()
	}
}

type Array struct {
	mu    RWMutex
	array []any
}

func New(safe bool) *Array {
	a := &Array{}
	if safe {
		a.mu.mutex = new(sync.RWMutex)
	}
	return a
}

func (a *Array) Set(i int, v any) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if i >= len(a.array) {
		return false
	}
	a.array[i] = v
	return true
}

func (a *Array) Len() int {
	a.mu.RLock()
	n := len(a.array)
	a.mu.RUnlock()
	return n
}
