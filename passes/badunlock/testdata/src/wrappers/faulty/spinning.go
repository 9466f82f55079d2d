package faulty

import "sync"

// A method of a lock's interface does what those do that implement it.

type spinLock interface {
	sync.Locker
	Attempt() bool
	Waiters() int
}

type tallied struct {
	inner   sync.Mutex
	waiters int
}

func (m *tallied) Lock()         { m.inner.Lock() }
func (m *tallied) Unlock()       { m.inner.Unlock() }
func (m *tallied) Attempt() bool { return m.inner.TryLock() }
func (m *tallied) Waiters() int  { return m.waiters }

func newSpinLock() spinLock { return new(tallied) }

type forest struct {
	root spinLock
	n    int
}

func (f *forest) climb() {
	if f.root.Attempt() {
		f.n++
		f.root.Unlock()
	}
	f.root.Unlock() // want `^forest.root is unlocked twice: it was unlocked at spinning.go:33 and is not held$`
}

func (f *forest) waiters() int {
	f.root.Lock()
	n := f.root.Waiters()
	f.root.Unlock()
	f.root.Unlock() // want `^forest.root is unlocked twice: it was unlocked at spinning.go:41 and is not held$`
	return n
}

// A store that can be locked is more than a lock.

type store interface {
	sync.Locker
	Get(key string) string
}

func get(s store, key string) string {
	s.Lock()
	v := s.Get(key)
	s.Unlock()
	s.Unlock() // want `^store is unlocked twice: it was unlocked at spinning.go:56 and is not held$`
	return v
}
