// Package faulty holds locks that are taken under a condition and forgotten
// under it.
package faulty

import (
	"fmt"
	"sync"
)

// The lock is taken if the caller has not; the early return forgets that.

type endpoints struct {
	mu   sync.RWMutex
	byIP map[string]string
}

func (e *endpoints) resolve(ip string, needLock bool) (string, error) {
	if needLock {
		e.mu.RLock()
	}
	name, ok := e.byIP[ip]
	if !ok {
		return "", fmt.Errorf("no endpoint for %s", ip) // want `^endpoints.mu is not unlocked on this path: locked at conditions.go:19$`
	}
	if needLock {
		e.mu.RUnlock()
	}
	return name, nil
}

func (e *endpoints) move(from, to string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	name, err := e.resolve(from, false)
	if err != nil {
		return err
	}
	delete(e.byIP, from)
	e.byIP[to] = name
	return nil
}

func (e *endpoints) lookup(ip string) (string, error) { return e.resolve(ip, true) }

// The release depends on more than the lock did.

type writer struct {
	mu    sync.Mutex
	dirty []byte
}

func (w *writer) flush(sync bool, emit func([]byte)) {
	if sync {
		w.mu.Lock()
	}
	emit(w.dirty)
	if sync && len(w.dirty) > 0 {
		w.dirty = nil
		w.mu.Unlock()
	}
} // want `^writer.mu is not unlocked on this path: locked at conditions.go:54$`

// The second error has the same name as the first.

type config struct {
	mu   sync.Mutex
	data []byte
}

func (c *config) apply(check, store func([]byte) error, data []byte) error {
	err := check(data)
	if err == nil {
		c.mu.Lock()
		c.data = data
		err = store(data)
	}
	if err == nil {
		c.mu.Unlock()
	}
	return err // want `^config.mu is not unlocked on this path: locked at conditions.go:73$`
}
