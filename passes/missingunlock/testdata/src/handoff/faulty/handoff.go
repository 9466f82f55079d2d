// Package faulty holds objects that are meant to take a lock with them, and
// returns that forget it.
package faulty

import (
	"errors"
	"sync"
)

var errQuota = errors.New("over quota")

// The session keeps the lock until it is closed. Where open fails nobody has a
// session to close.

type disk struct {
	mu   sync.Mutex
	used int
}

type session struct{ d *disk }

func (d *disk) open(n int) (*session, error) {
	d.mu.Lock()
	if d.used+n > 100 {
		return nil, errQuota // want `^disk.mu is not unlocked on this path: locked at handoff.go:23$`
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
	s.close()
	return nil
}
