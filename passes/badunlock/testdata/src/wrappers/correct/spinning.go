package correct

import (
	"context"
	"sync"
)

// A lock behind an interface with a method of which the name alone tells
// nothing, and types that implement it.

type spinLock interface {
	sync.Locker
	TryLock() bool
	Attempt() bool
	Await(ctx context.Context) error
}

type plain struct{ sync.Mutex }

func (m *plain) Attempt() bool { return m.TryLock() }

func (m *plain) Await(ctx context.Context) error {
	for !m.TryLock() {
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

type tallied struct {
	inner sync.Mutex
	tries int
}

func (m *tallied) Lock()         { m.inner.Lock() }
func (m *tallied) Unlock()       { m.inner.Unlock() }
func (m *tallied) TryLock() bool { return m.inner.TryLock() }
func (m *tallied) Attempt() bool {
	if m.inner.TryLock() {
		m.tries++
		return true
	}
	return false
}

func (m *tallied) Await(ctx context.Context) error {
	m.inner.Lock()
	if err := ctx.Err(); err != nil {
		m.inner.Unlock()
		return err
	}
	return nil
}

func newSpinLock(count bool) spinLock {
	if count {
		return new(tallied)
	}
	return new(plain)
}

type forest struct {
	root, leaf spinLock
	n          int
}

func (f *forest) climb() {
	f.leaf.Lock()
	if !f.root.Attempt() {
		f.leaf.Unlock()
		f.root.Lock()
		f.leaf.Lock()
	}
	f.n++
	f.root.Unlock()
	f.leaf.Unlock()
}

func (f *forest) wait(ctx context.Context) error {
	if err := f.root.Await(ctx); err != nil {
		return err
	}
	defer f.root.Unlock()
	f.n++
	return nil
}

// Nothing in sight implements this one.

type foreignLock interface {
	sync.Locker
	TryLock() bool
	TryLockSpin() bool
	Release(n int)
}

func everyWay(m foreignLock, choose func() int) (n int) {
	for range 100 {
		locked := true
		switch choose() {
		case 0:
			locked = m.TryLock()
		case 1:
			locked = m.TryLockSpin()
		default:
			m.Lock()
		}
		if !locked {
			continue
		}
		n++
		m.Unlock()
	}
	return n
}

func relock(m foreignLock) {
	m.Lock()
	m.Release(1)
	m.Lock()
	m.Unlock()
}

func inGeneric[L interface {
	sync.Locker
	TryLockSpin() bool
}](m L) {
	if !m.TryLockSpin() {
		m.Lock()
	}
	m.Unlock()
}
