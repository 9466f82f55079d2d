package faulty

import "sync"

// A lock that leaves the spinning to an object made for it is a lock.

type spinMutex struct{ inner sync.Mutex }

type spinner struct{ m *spinMutex }

func (s *spinner) spin() bool { return s.m.inner.TryLock() }

func (m *spinMutex) TryLock() bool { return m.inner.TryLock() }
func (m *spinMutex) Unlock()       { m.inner.Unlock() }

func (m *spinMutex) Lock() {
	if m.TryLock() {
		return
	}
	s := spinner{m: m}
	if !s.spin() {
		m.inner.Lock()
	}
}

type spun struct {
	m spinMutex
	n int
}

func (s *spun) add() {
	s.m.Lock()
	defer s.m.Unlock()
	s.n++
}

func (s *spun) addTwo() {
	s.m.Lock()
	s.n++
	s.add() // want `^spun.m.inner is locked by a goroutine that holds it, a deadlock: locked at spinners.go:\d+ \(called from spinners.go:40, spinners.go:32\) while it is held since spinners.go:\d+ \(called from spinners.go:38\)$`
	s.m.Unlock()
}
