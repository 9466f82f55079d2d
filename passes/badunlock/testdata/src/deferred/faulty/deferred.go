// Package faulty holds unlocks that a deferred call repeats.
package faulty

import (
	"fmt"
	"sync"
)

// The error path unlocks for itself.

type mounts struct {
	mu   sync.Mutex
	refs map[string]int
}

func (m *mounts) lookup(path string) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, ok := m.refs[path]
	if !ok {
		m.mu.Unlock() // want `^mounts.mu is unlocked twice: here and again by the deferred call at deferred.go:18$`
		return 0, fmt.Errorf("%s is not mounted", path)
	}
	return n, nil
}

// finish unlocks, and its caller has deferred the unlock as well.

func (m *mounts) finish(path string) {
	m.refs[path]--
	if m.refs[path] == 0 {
		delete(m.refs, path)
	}
	m.mu.Unlock()
}

func (m *mounts) unmount(path string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.refs[path] == 0 {
		return fmt.Errorf("%s is not mounted", path)
	}
	m.finish(path) // want `^mounts.mu is unlocked twice: here and again by the deferred call at deferred.go:39$`
	return nil
}

// The deferred function literal unlocks.

type log struct {
	mu    sync.Mutex
	lines []string
	dirty bool
}

func (l *log) flush(write func([]string) error) error {
	l.mu.Lock()
	defer func() {
		l.dirty = false
		l.mu.Unlock()
	}()
	err := write(l.lines)
	l.mu.Unlock() // want `^log.mu is unlocked twice: here and again by the deferred call at deferred.go:59$`
	return err
}

// Deferred twice.

func (l *log) size() int {
	l.mu.Lock()
	defer l.mu.Unlock() // want `^log.mu is unlocked twice: it was unlocked at deferred.go:72 and is not held$`
	if l.dirty {
		defer l.mu.Unlock() // runs first
	}
	return len(l.lines)
}

// The lock that was dropped in the middle is not taken again on one path.

func (l *log) rotate(next func() bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.mu.Unlock() // want `^log.mu is unlocked twice: here and again by the deferred call at deferred.go:81$`
	if !next() {
		return
	}
	l.mu.Lock()
	l.lines = nil
}
