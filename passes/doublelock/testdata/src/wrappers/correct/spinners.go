package correct

import (
	"runtime"
	"sync"
)

// A lock that leaves the spinning to an object made for it. That object leads
// to the lock by another name.

type spinMutex struct {
	inner sync.Mutex
	n     int
}

type spinner struct {
	m     *spinMutex
	tries int
}

func (s *spinner) spin() bool {
	for ; s.tries < 100; s.tries++ {
		if s.m.inner.TryLock() {
			return true
		}
		runtime.Gosched()
	}
	return false
}

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

func (m *spinMutex) TrySpin() bool {
	if m.TryLock() {
		return true
	}
	s := spinner{m: m}
	got := s.spin()
	if got {
		m.n++
	}
	return got
}

func everyWay(choose func() int) (n int) {
	var m spinMutex
	for range 100 {
		switch choose() {
		case 0:
			if !m.TryLock() {
				continue
			}
		case 1:
			if !m.TrySpin() {
				continue
			}
		default:
			m.Lock()
		}
		n++
		m.Unlock()
	}
	return n
}

// Two names for two locks, and in the end their own.
func opposed(odd bool) {
	var a, b spinMutex
	first, second := &a, &b
	if odd {
		first, second = &b, &a
	}
	for range 100 {
		first.Lock()
		if !second.TrySpin() {
			first.Unlock()
			a.Lock()
			b.Lock()
		}
		first.Unlock()
		second.Unlock()
	}
}

// This one has nothing but such objects.

type lazyMutex struct {
	inner sync.Mutex
	n     int
}

type waiter struct{ m *lazyMutex }

func (w *waiter) lock()     { w.m.inner.Lock() }
func (w *waiter) try() bool { return w.m.inner.TryLock() }
func (w *waiter) unlock()   { w.m.inner.Unlock() }

func (m *lazyMutex) Lock() {
	w := waiter{m}
	w.lock()
}

func (m *lazyMutex) TryLock() bool {
	w := &waiter{m: m}
	return w.try()
}

func (m *lazyMutex) Unlock() { m.inner.Unlock() }

func (m *lazyMutex) UnlockSlow() {
	w := waiter{m}
	w.unlock()
}

func lazily(choose func() bool) (n int) {
	var m lazyMutex
	for range 100 {
		if choose() {
			m.Lock()
		} else if !m.TryLock() {
			continue
		}
		n++
		if choose() {
			m.Unlock()
		} else {
			m.UnlockSlow()
		}
	}
	return n
}
