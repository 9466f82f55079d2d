// Package faulty holds functions that return with a lock held on some paths,
// and callers that forget it.
package faulty

import (
	"errors"
	"sync"
)

var errClosed = errors.New("closed")

// begin keeps the lock for its caller if all is well. The early return that
// gives up keeps it too.

type db struct {
	writer sync.Mutex
	closed bool
	n      int
}

func (d *db) begin(limit int) error {
	d.writer.Lock()
	if d.closed {
		return errClosed // want `^db.writer is not unlocked on this path: locked at locking.go:22$`
	}
	if d.n > limit {
		d.writer.Unlock()
		return errClosed
	}
	return nil
}

func (d *db) commit() {
	d.n++
	d.writer.Unlock()
}

func (d *db) update(limit int) error {
	if err := d.begin(limit); err != nil {
		return err
	}
	d.commit()
	return nil
}

// The lock of a helper pair is forgotten like any other.

type parts struct {
	mu sync.Mutex
	n  []int
}

func (p *parts) lock()   { p.mu.Lock() }
func (p *parts) unlock() { p.mu.Unlock() }

func (p *parts) sum(check func(int) error) (n int, err error) {
	p.lock()
	for _, v := range p.n {
		if err := check(v); err != nil {
			return 0, err // want `^parts.mu is not unlocked on this path: locked at locking.go:53 \(called from locking.go:57\)$`
		}
		n += v
	}
	p.unlock()
	return n, nil
}
