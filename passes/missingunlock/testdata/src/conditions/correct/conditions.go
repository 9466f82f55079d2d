// Package correct holds locks that are taken and released under one condition.
package correct

import (
	"fmt"
	"sync"
)

// A parameter says whether to lock.

type endpoints struct {
	mu   sync.RWMutex
	byIP map[string]string
}

func (e *endpoints) resolve(ip string, needLock bool) (string, error) {
	if needLock {
		e.mu.RLock()
		defer e.mu.RUnlock()
	}
	name, ok := e.byIP[ip]
	if !ok {
		return "", fmt.Errorf("no endpoint for %s", ip)
	}
	return name, nil
}

func (e *endpoints) count(needLock bool) int {
	if needLock {
		e.mu.RLock()
	}
	n := len(e.byIP)
	if needLock {
		e.mu.RUnlock()
	}
	return n
}

// A field that is set at construction does.

type tree struct {
	mu     sync.Mutex
	shared bool
	n      int
}

func newTree(shared bool) *tree { return &tree{shared: shared} }

func (t *tree) insert() {
	if t.shared {
		t.mu.Lock()
	}
	t.n++
	if t.shared {
		t.mu.Unlock()
	}
}

// A method that reads such a field.

func (t *tree) locking() bool { return t.shared }

func (t *tree) size() int {
	if t.locking() {
		t.mu.Lock()
	}
	n := t.n
	if t.locking() {
		t.mu.Unlock()
	}
	return n
}

// The error is nil, twice.

type config struct {
	mu   sync.Mutex
	data []byte
}

func (c *config) apply(check func([]byte) error, data []byte) error {
	err := check(data)
	if err == nil {
		c.mu.Lock()
		c.data = data
	}
	if err == nil {
		c.mu.Unlock()
	}
	return err
}

// A variable remembers that the lock was taken.

func (c *config) store(write func([]byte) error, lazy bool) error {
	locked := false
	if !lazy {
		c.mu.Lock()
		locked = true
	}
	err := write(c.data)
	if locked {
		c.mu.Unlock()
	}
	return err
}

// A deferred function releases unless the body did.

func (c *config) swap(data []byte, notify func()) {
	held := true
	c.mu.Lock()
	defer func() {
		if held {
			c.mu.Unlock()
		}
	}()
	if len(data) == 0 {
		return
	}
	c.data = data
	held = false
	c.mu.Unlock()
	notify()
}

// The optional cache is locked and released under the same nil check.

type store struct{ cache *config }

func (s *store) read() (data []byte) {
	if s.cache != nil {
		s.cache.mu.Lock()
	}
	if s.cache != nil {
		data = s.cache.data
		s.cache.mu.Unlock()
	}
	return data
}

// One mode or the other, by an integer that does not change.

func (e *endpoints) visit(mode int, f func(map[string]string)) {
	switch mode {
	case 0:
		e.mu.RLock()
	case 1:
		e.mu.Lock()
	}
	f(e.byIP)
	switch mode {
	case 0:
		e.mu.RUnlock()
	case 1:
		e.mu.Unlock()
	}
}

// The lock is taken for a batch that is not empty.

func (c *config) add(batch [][]byte) {
	if len(batch) > 0 {
		c.mu.Lock()
	}
	for _, b := range batch {
		c.data = append(c.data, b...)
	}
	if len(batch) > 0 {
		c.mu.Unlock()
	}
}

// What is negated above holds below.

func (c *config) clear(keep bool) {
	if !keep {
		c.mu.Lock()
		c.data = nil
	}
	if keep {
		return
	}
	c.mu.Unlock()
}

// A variable with more than two values says what is held.

type phase int

const (
	idle phase = iota
	reading
	writing
)

func (e *endpoints) run(write bool, n int) int {
	state := idle
	switch {
	case n == 0:
	case write:
		e.mu.Lock()
		state = writing
	default:
		e.mu.RLock()
		state = reading
	}
	n += len(e.byIP)
	switch state {
	case writing:
		e.mu.Unlock()
	case reading:
		e.mu.RUnlock()
	}
	return n
}

// The return stands under the negation of what releases below.

func (c *config) excess(limit int) int {
	over := len(c.data) > limit
	if over {
		c.mu.Lock()
		limit = len(c.data)
	}
	if !over {
		return 0
	}
	c.mu.Unlock()
	return limit
}
