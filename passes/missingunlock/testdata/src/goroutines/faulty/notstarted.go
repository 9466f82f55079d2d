package faulty

import (
	"errors"
	"sync"
)

// After an error the goroutine that would unlock is not started.

type mirror struct {
	mu    sync.Mutex
	hosts []string
	stale bool
}

func (m *mirror) sync(fetch func() []string) error {
	m.mu.Lock()
	if len(m.hosts) == 0 {
		return errors.New("no hosts") // want `^mirror.mu is not unlocked on this path: locked at notstarted.go:17$`
	}
	go func() {
		defer m.mu.Unlock()
		m.hosts = fetch()
	}()
	return nil
}

// One early return unlocks, the other does not.
func (m *mirror) refresh(fetch func() []string) bool {
	m.mu.Lock()
	if len(m.hosts) == 0 {
		return false // want `^mirror.mu is not unlocked on this path: locked at notstarted.go:30$`
	}
	if !m.stale {
		m.mu.Unlock()
		return false
	}
	go func() {
		m.hosts = fetch()
		m.mu.Unlock()
	}()
	return true
}
