// Package correct holds unlocks under the condition of the lock.
package correct

import "sync"

type machine struct {
	mu    sync.Mutex
	state map[string]string
	safe  bool
}

func newMachine(safe bool) *machine {
	return &machine{state: make(map[string]string), safe: safe}
}

// A parameter decides twice.
func (m *machine) dump(take bool) []string {
	if take {
		m.mu.Lock()
	}
	var out []string
	for k := range m.state {
		out = append(out, k)
	}
	if take {
		m.mu.Unlock()
	}
	return out
}

func (m *machine) reset() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	old := m.dump(false)
	clear(m.state)
	return old
}

// So does a field that is set once.
func (m *machine) size() int {
	if m.safe {
		m.mu.Lock()
	}
	n := len(m.state)
	if m.safe {
		m.mu.Unlock()
	}
	return n
}

// A variable remembers.
func (m *machine) set(mode int, key, value string) {
	locked := false
	switch mode {
	case 0:
		m.mu.Lock()
		locked = true
		m.state[key] = value
	case 1:
		value = ""
	}
	if locked {
		m.mu.Unlock()
	}
}

// The same error decides.
func (m *machine) load(read func() (map[string]string, error)) error {
	state, err := read()
	if err == nil {
		m.mu.Lock()
		m.state = state
	}
	if err != nil {
		return err
	}
	m.mu.Unlock()
	return nil
}

// An optional object is locked and unlocked under the same nil check.
func both(a, b *machine) (n int) {
	if b != nil {
		b.mu.Lock()
	}
	a.mu.Lock()
	n = len(a.state)
	a.mu.Unlock()
	if b != nil {
		n += len(b.state)
		b.mu.Unlock()
	}
	return n
}

// An attempt that failed waits: the lock is held either way.
func (m *machine) clear() {
	if !m.mu.TryLock() {
		m.mu.Lock()
	}
	clear(m.state)
	m.mu.Unlock()
}

// The result of the attempt decides.
func (m *machine) peek() int {
	ok := m.mu.TryLock()
	if !ok {
		return -1
	}
	n := len(m.state)
	m.mu.Unlock()
	return n
}

// A function value holds the unlock if there is one to do.
func (m *machine) visit(take bool, f func(string)) {
	done := func() {}
	if take {
		m.mu.Lock()
		done = m.mu.Unlock
	}
	for k := range m.state {
		f(k)
	}
	done()
}

// The argument says whether the caller has locked; the lock is released in
// either case, and no caller does so again.
func (m *machine) finish(held bool) {
	if !held {
		m.mu.Lock()
	}
	clear(m.state)
	m.mu.Unlock()
}

func (m *machine) stop() {
	m.mu.Lock()
	m.state[""] = "stopped"
	m.finish(true)
}
