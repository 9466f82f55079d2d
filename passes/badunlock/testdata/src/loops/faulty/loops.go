// Package faulty holds loops that unlock more often than they lock.
package faulty

import "sync"

// The lock is taken before the loop and released in each turn.

type member struct {
	mu    sync.Mutex
	beats int
	dead  bool
}

func (m *member) beat(send func(int) bool) {
	m.mu.Lock()
	for {
		m.beats++
		n, dead := m.beats, m.dead
		m.mu.Unlock() // want `^member.mu is unlocked twice: it was unlocked at loops.go:19 and is not held$`
		if dead || !send(n) {
			return
		}
	}
}

// Each turn begins with the lock held, except after an empty reply.

type mirror struct {
	mu     sync.Mutex
	cursor int
	got    []string
	closed bool
}

func (m *mirror) poll(request func(int) []string) {
	m.mu.Lock()
	for !m.closed {
		at := m.cursor
		m.mu.Unlock() // want `^mirror.mu is unlocked twice: it was unlocked at loops.go:39 and is not held$`
		items := request(at)
		if len(items) == 0 {
			continue
		}
		m.mu.Lock()
		m.cursor += len(items)
		m.got = append(m.got, items...)
	}
	m.mu.Unlock()
}

// The break comes from below the unlock.

func (m *mirror) drain(limit int, emit func(string)) {
	m.mu.Lock()
	for len(m.got) > 0 {
		s := m.got[0]
		m.got = m.got[1:]
		m.mu.Unlock()
		emit(s)
		if limit--; limit == 0 {
			break
		}
		m.mu.Lock()
	}
	m.mu.Unlock() // want `^mirror.mu is unlocked twice: it was unlocked at loops.go:58 and is not held$`
}
