// Package correct holds objects that take a lock with them.
package correct

import (
	"errors"
	"sync"
)

var errQuota = errors.New("over quota")

type disk struct {
	mu   sync.Mutex
	used int
}

// The session keeps the lock until it is closed.

type session struct{ d *disk }

func (d *disk) open(n int) (*session, error) {
	d.mu.Lock()
	if d.used+n > 100 {
		d.mu.Unlock()
		return nil, errQuota
	}
	d.used += n
	return &session{d}, nil
}

func (s *session) close() { s.d.mu.Unlock() }

func write(d *disk, n int) error {
	s, err := d.open(n)
	if err != nil {
		return err
	}
	defer s.close()
	return nil
}

// An iterator holds the lock from its first step to its close.

type cursor struct {
	d   *disk
	pos int
}

func (d *disk) cursor() *cursor {
	d.mu.Lock()
	return &cursor{d: d}
}

func (c *cursor) next() bool {
	c.pos++
	return c.pos < c.d.used
}

func (c *cursor) stop() { c.d.mu.Unlock() }

// A keyed lock: the entry is locked when the map's lock is let go.

type entry struct {
	mu   sync.Mutex
	refs int
}

type keyed struct {
	mu sync.Mutex
	m  map[string]*entry
}

func (k *keyed) lock(key string) {
	k.mu.Lock()
	e := k.m[key]
	if e == nil {
		e = new(entry)
		k.m[key] = e
	}
	e.refs++
	k.mu.Unlock()
	e.mu.Lock()
}

func (k *keyed) unlock(key string) {
	k.mu.Lock()
	e := k.m[key]
	e.refs--
	if e.refs == 0 {
		delete(k.m, key)
	}
	k.mu.Unlock()
	e.mu.Unlock()
}

func (k *keyed) do(key string, f func()) {
	k.lock(key)
	defer k.unlock(key)
	f()
}

// What is put on the stack is unlocked when it is taken off.

type stack struct{ held []*entry }

func (s *stack) push(e *entry) {
	e.mu.Lock()
	s.held = append(s.held, e)
}

func (s *stack) pop() {
	e := s.held[len(s.held)-1]
	s.held = s.held[:len(s.held)-1]
	e.mu.Unlock()
}
