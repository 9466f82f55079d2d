// Package correct holds functions that return with a lock held, on the paths
// where their callers expect it.
package correct

import (
	"errors"
	"sync"
)

var errClosed = errors.New("closed")

// begin keeps the lock if it returns no error.

type db struct {
	writer sync.Mutex
	closed bool
	n      int
}

func (d *db) begin() error {
	d.writer.Lock()
	if d.closed {
		d.writer.Unlock()
		return errClosed
	}
	return nil
}

func (d *db) commit() {
	d.n++
	d.writer.Unlock()
}

func (d *db) update() error {
	if err := d.begin(); err != nil {
		return err
	}
	d.commit()
	return nil
}

// tryBegin keeps it if it returns true.

func (d *db) tryBegin() bool {
	if !d.writer.TryLock() {
		return false
	}
	if d.closed {
		d.writer.Unlock()
		return false
	}
	return true
}

func (d *db) vacuum() {
	if !d.tryBegin() {
		return
	}
	defer d.commit()
	d.n = 0
}

// Begin is exported and hands out what ends the transaction.

type Tx struct{ d *db }

func (d *db) Begin() (*Tx, error) {
	d.writer.Lock()
	if d.closed {
		d.writer.Unlock()
		return nil, errClosed
	}
	return &Tx{d}, nil
}

func (t *Tx) Commit()   { t.d.commit() }
func (t *Tx) Rollback() { t.d.writer.Unlock() }

// find returns the volume locked.

type volume struct {
	mu       sync.Mutex
	readOnly bool
	files    int
}

type volumes struct {
	mu sync.Mutex
	m  map[string]*volume
}

func (v *volumes) find(name string) *volume {
	v.mu.Lock()
	defer v.mu.Unlock()
	vol := v.m[name]
	if vol == nil {
		return nil
	}
	vol.mu.Lock()
	return vol
}

func (v *volumes) create(name string) bool {
	vol := v.find(name)
	if vol == nil {
		return false
	}
	defer vol.mu.Unlock()
	if vol.readOnly {
		return false
	}
	vol.files++
	return true
}

// fail releases its caller's lock.

func (d *db) fail(err error) error {
	d.n = 0
	d.writer.Unlock()
	return err
}

func (d *db) reset(check func() error) error {
	d.writer.Lock()
	if err := check(); err != nil {
		return d.fail(err)
	}
	d.n = 1
	d.writer.Unlock()
	return nil
}

// refresh is called with the lock held and drops it for the slow part.

func (d *db) refresh(measure func() int) {
	d.writer.Unlock()
	n := measure()
	d.writer.Lock()
	d.n = n
}

func (d *db) tick(measure func() int) {
	d.writer.Lock()
	d.refresh(measure)
	d.writer.Unlock()
}

// All are locked by one helper, and unlocked by another.

type shards struct{ list [8]volume }

func (s *shards) lockAll() {
	for i := range s.list {
		s.list[i].mu.Lock()
	}
}

func (s *shards) unlockAll() {
	for i := range s.list {
		s.list[i].mu.Unlock()
	}
}

func (s *shards) files() (n int) {
	s.lockAll()
	defer s.unlockAll()
	for i := range s.list {
		n += s.list[i].files
	}
	return n
}

// locked runs a function under the lock.

func (v *volume) locked(f func() error) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	return f()
}

func (v *volume) add() error {
	return v.locked(func() error {
		if v.readOnly {
			return errClosed
		}
		v.files++
		return nil
	})
}

// acquire locks the object that it returns.

func (v *volume) acquire() *volume {
	v.mu.Lock()
	return v
}

func (v *volume) release() { v.mu.Unlock() }

func touch(v *volume) { v.acquire().release() }
