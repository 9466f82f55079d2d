// Package faulty holds locks that are unlocked twice.
package faulty

import (
	"errors"
	"sync"
)

var errRejected = errors.New("rejected")

// The branch unlocks, but does not return.

type tenant struct {
	mu     sync.Mutex
	series int
	limit  int
}

func (t *tenant) ingest(n int, warn func(int)) {
	t.mu.Lock()
	if t.series+n > t.limit {
		t.mu.Unlock()
		warn(n)
	} else {
		t.series += n
	}
	t.mu.Unlock() // want `^tenant.mu is unlocked twice: it was unlocked at twice.go:22 and is not held$`
}

// The error path unlocks and jumps to where it is done again.

type blobs struct {
	mu   sync.Mutex
	refs map[string]int
}

func (b *blobs) commit(digest string, verify func(string) error) (err error) {
	b.mu.Lock()
	if err = verify(digest); err != nil {
		b.mu.Unlock()
		goto done
	}
	b.refs[digest]++
done:
	b.mu.Unlock() // want `^blobs.mu is unlocked twice: it was unlocked at twice.go:40 and is not held$`
	return err
}

// One arm of the switch falls through to the next.

type stream struct {
	mu    sync.Mutex
	state int
}

func (s *stream) advance() {
	s.mu.Lock()
	switch s.state {
	case 0:
		s.state = 1
		s.mu.Unlock()
		fallthrough
	case 1:
		s.state = 2
		s.mu.Unlock() // want `^stream.mu is unlocked twice: it was unlocked at twice.go:61 and is not held$`
	default:
		s.mu.Unlock()
	}
}

// Two in a row.

func (s *stream) reset() {
	s.mu.Lock()
	s.state = 0
	s.mu.Unlock()
	s.mu.Unlock() // want `^stream.mu is unlocked twice: it was unlocked at twice.go:76 and is not held$`
}

// A read lock counts its readers, so this one takes away another's.

type table struct {
	mu   sync.RWMutex
	rows map[int]string
}

func (t *table) get(id int) string {
	t.mu.RLock()
	row, ok := t.rows[id]
	t.mu.RUnlock()
	if !ok {
		t.mu.RUnlock() // want `^table.mu is unlocked twice: it was unlocked at twice.go:90 and is not held$`
		return ""
	}
	return row
}

// A package variable.

var (
	hooksMu sync.Mutex
	hooks   []func() error
)

func runHooks() error {
	hooksMu.Lock()
	for _, h := range hooks {
		if h() != nil {
			hooksMu.Unlock()
			break
		}
	}
	hooksMu.Unlock() // want `^hooksMu is unlocked twice: it was unlocked at twice.go:109 and is not held$`
	return errRejected
}
