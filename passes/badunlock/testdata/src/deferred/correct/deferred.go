// Package correct holds deferred unlocks that find the lock held.
package correct

import (
	"fmt"
	"sync"
)

type mounts struct {
	mu   sync.Mutex
	refs map[string]int
}

func (m *mounts) lookup(path string) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, ok := m.refs[path]
	if !ok {
		return 0, fmt.Errorf("%s is not mounted", path)
	}
	return n, nil
}

// The error path unlocks before the defer.
func (m *mounts) unmount(path string) error {
	m.mu.Lock()
	if m.refs[path] == 0 {
		m.mu.Unlock()
		return fmt.Errorf("%s is not mounted", path)
	}
	defer m.mu.Unlock()
	m.refs[path]--
	return nil
}

type log struct {
	mu    sync.Mutex
	lines []string
	dirty bool
}

// Dropped in the middle and taken again on each path.
func (l *log) rotate(next func() bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.mu.Unlock()
	ok := next()
	l.mu.Lock()
	if ok {
		l.lines = nil
	}
}

// A closure drops the lock, and gets it back by a defer of its own.
func (l *log) flush(write func([]string) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines := l.lines
	err := func() error {
		l.mu.Unlock()
		defer l.mu.Lock()
		return write(lines)
	}()
	l.dirty = err != nil
	return err
}

// A variable says whether the body unlocked.
func (l *log) add(line string, notify func()) {
	unlocked := false
	l.mu.Lock()
	defer func() {
		if !unlocked {
			l.mu.Unlock()
		}
	}()
	if line == "" {
		return
	}
	l.lines = append(l.lines, line)
	l.mu.Unlock()
	unlocked = true
	notify()
}

// The deferred function unlocks after an error, the body otherwise.
func (l *log) trim(n int) (err error) {
	l.mu.Lock()
	defer func() {
		if err != nil {
			l.mu.Unlock()
		}
	}()
	if n > len(l.lines) {
		return fmt.Errorf("%d lines only", len(l.lines))
	}
	l.lines = l.lines[n:]
	l.mu.Unlock()
	return nil
}

// Two locks, each with its defer.

type pair struct {
	left, right sync.Mutex
	n           int
}

func (p *pair) move(n int) {
	p.left.Lock()
	defer p.left.Unlock()
	p.right.Lock()
	defer p.right.Unlock()
	p.n += n
}

// The branch locks and defers its own unlock.
func (l *log) last(locked bool) string {
	if !locked {
		l.mu.Lock()
		defer l.mu.Unlock()
	}
	return l.lines[len(l.lines)-1]
}
