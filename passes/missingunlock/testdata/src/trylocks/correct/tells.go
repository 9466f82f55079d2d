package correct

import (
	"context"
	"sync"
)

// The methods of a lock are there to lock, by whatever name. Others that call
// them do so through an interface.

type plain struct{ sync.Mutex }

func (m *plain) Attempt() bool { return m.TryLock() }

type queued struct {
	inner sync.Mutex
	tries int
}

func (m *queued) Lock()   { m.inner.Lock() }
func (m *queued) Unlock() { m.inner.Unlock() }

func (m *queued) Attempt() bool {
	if m.inner.TryLock() {
		return true
	}
	m.tries++
	got := m.spin()
	if got {
		m.tries = 0
	}
	return got
}

func (m *queued) spin() (got bool) {
	for range 100 {
		if m.inner.TryLock() {
			return true
		}
	}
	return false
}

func (m *queued) Enter(ctx context.Context) error {
	for !m.inner.TryLock() {
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// A function that returns the result of its attempt is one, too.

var turn sync.Mutex

func attempt() (got bool) {
	for range 100 {
		if got = turn.TryLock(); got {
			break
		}
	}
	return got
}

func perform(f func(attempt func() bool, done func())) { f(attempt, turn.Unlock) }
