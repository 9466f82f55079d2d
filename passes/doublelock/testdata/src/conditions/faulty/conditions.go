// Package faulty holds faults that must be found: conditions that lead to the
// second acquisition with the lock held.
package faulty

import "sync"

// The caller holds the lock and asks for it to be taken.

type ring struct {
	mu    sync.Mutex
	slots []string
}

func (r *ring) at(i int, lock bool) string {
	if lock {
		r.mu.Lock()
		defer r.mu.Unlock()
	}
	return r.slots[i%len(r.slots)]
}

func (r *ring) join(name string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.slots = append(r.slots, name)
	return r.at(0, true) // want `ring.mu is locked by a goroutine that holds it, a deadlock: locked at conditions.go:16 \(called from conditions.go:26\) while it is held since conditions.go:23`
}

// Two conditions that have nothing to do with each other.

type cell struct {
	mu   sync.Mutex
	val  int
	safe bool
}

func (c *cell) set(val int, notify bool) {
	if c.safe {
		c.mu.Lock()
		defer c.mu.Unlock()
	}
	c.val = val
	if notify {
		c.mu.Lock() // want `cell.mu is locked by a goroutine that holds it, a deadlock: locked at conditions.go:44 while it is held since conditions.go:39`
		c.val++
		c.mu.Unlock()
	}
}

// The flag has changed in between.

func (c *cell) reset() {
	if !c.safe {
		c.mu.Lock()
		defer c.mu.Unlock()
	}
	c.safe = !c.safe
	if !c.safe {
		return
	}
	c.mu.Lock() // want `cell.mu is locked by a goroutine that holds it, a deadlock: locked at conditions.go:61 while it is held since conditions.go:54`
	c.val = 0
	c.mu.Unlock()
}

// One arm of the switch forgets to release before the common end.

type gear int

type motor struct {
	mu   sync.Mutex
	gear gear
	rpm  int
}

func (m *motor) shift(g gear) int {
	switch g {
	case 0:
		m.mu.Lock()
		m.rpm = 0
		m.mu.Unlock()
	case 1:
		m.mu.Lock()
		m.gear = g
	default:
		return -1
	}
	m.mu.Lock() // want `motor.mu is locked by a goroutine that holds it, a deadlock: locked at conditions.go:88 while it is held since conditions.go:83`
	defer m.mu.Unlock()
	return m.rpm
}

// The trylock has succeeded on this path, which then waits for the lock.

func (m *motor) stop() {
	if m.mu.TryLock() {
		m.halt() // want `motor.mu is locked by a goroutine that holds it, a deadlock: locked at conditions.go:103 \(called from conditions.go:97\) while it is held since conditions.go:96`
		m.mu.Unlock()
	}
}

func (m *motor) halt() {
	m.mu.Lock()
	m.rpm = 0
	m.mu.Unlock()
}
