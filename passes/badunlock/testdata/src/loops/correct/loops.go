// Package correct holds loops that unlock as often as they lock.
package correct

import "sync"

type member struct {
	mu    sync.Mutex
	beats int
	dead  bool
}

// Locked and unlocked in each turn.
func (m *member) beat(send func(int) bool) {
	for {
		m.mu.Lock()
		m.beats++
		n, dead := m.beats, m.dead
		m.mu.Unlock()
		if dead || !send(n) {
			return
		}
	}
}

type mirror struct {
	mu     sync.Mutex
	cursor int
	got    []string
	closed bool
}

// Each turn begins and ends with the lock held.
func (m *mirror) poll(request func(int) []string) {
	m.mu.Lock()
	for !m.closed {
		at := m.cursor
		m.mu.Unlock()
		items := request(at)
		m.mu.Lock()
		if len(items) == 0 {
			continue
		}
		m.cursor += len(items)
		m.got = append(m.got, items...)
	}
	m.mu.Unlock()
}

// Below the unlock the loop is left by a return.
func (m *mirror) drain(limit int, emit func(string)) {
	m.mu.Lock()
	for len(m.got) > 0 {
		s := m.got[0]
		m.got = m.got[1:]
		m.mu.Unlock()
		emit(s)
		if limit--; limit == 0 {
			return
		}
		m.mu.Lock()
	}
	m.mu.Unlock()
}

// All are locked in one loop and unlocked in another, in the other direction.
func total(members []*member) (n int) {
	for _, m := range members {
		m.mu.Lock()
		n += m.beats
	}
	for i := len(members) - 1; i >= 0; i-- {
		members[i].mu.Unlock()
	}
	return n
}

// The first element is locked ahead of the others.
func kill(members []*member) {
	if len(members) == 0 {
		return
	}
	members[0].mu.Lock()
	for _, m := range members[1:] {
		m.mu.Lock()
	}
	for _, m := range members {
		m.dead = true
		m.mu.Unlock()
	}
}

// Releases are collected, and run by one deferred loop.
func freeze(members []*member, f func()) {
	var releases []func()
	defer func() {
		for _, release := range releases {
			release()
		}
	}()
	for _, m := range members {
		m.mu.Lock()
		releases = append(releases, m.mu.Unlock)
	}
	f()
}

// A search unlocks all but what it found, and its caller unlocks that.
func find(members []*member, beats int) *member {
	for _, m := range members {
		m.mu.Lock()
		if m.beats == beats {
			return m
		}
		m.mu.Unlock()
	}
	return nil
}

func revive(members []*member) {
	if m := find(members, 0); m != nil {
		m.dead = false
		m.mu.Unlock()
	}
}
