// Package faulty holds unlocks of a lock that is held on some paths only.
package faulty

import "sync"

// The lock is taken if asked for, and released always.

type machine struct {
	mu    sync.Mutex
	state map[string]string
}

func (m *machine) dump(take bool) []string {
	if take {
		m.mu.Lock()
	}
	var out []string
	for k := range m.state {
		out = append(out, k)
	}
	m.mu.Unlock() // want `^machine.mu is unlocked but not held on every path that leads here: only some lock it, at paths.go:15$`
	return out
}

func (m *machine) reset() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	old := m.dump(false)
	clear(m.state)
	return old
}

// One arm of the switch does not lock.

func (m *machine) set(mode int, key, value string) {
	switch mode {
	case 0:
		m.mu.Lock()
		m.state[key] = value
	case 1:
		value = ""
	default:
		m.mu.Lock()
		delete(m.state, key)
	}
	m.mu.Unlock() // want `^machine.mu is unlocked but not held on every path that leads here: only some lock it, at paths.go:38$`
}

// The unlock stands behind the label, for a jump from above the lock.

func (m *machine) rename(from, to string) {
	if from == to {
		goto done
	}
	m.mu.Lock()
	m.state[to] = m.state[from]
	delete(m.state, from)
done:
	m.mu.Unlock() // want `^machine.mu is unlocked but not held on every path that leads here: only some lock it, at paths.go:55$`
}
