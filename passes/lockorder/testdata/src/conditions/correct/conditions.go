// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: what is held depends on a value.
package correct

import (
	"errors"
	"sync"
)

// Compaction accounts after the table lock is released.

type engine struct {
	mu    sync.Mutex
	t     *table
	bytes int
}

type table struct {
	mu   sync.Mutex
	eng  *engine
	rows int
}

func (e *engine) account(n int, needLock bool) {
	if needLock {
		e.mu.Lock()
		defer e.mu.Unlock()
	}
	e.bytes += n
}

func (e *engine) flush() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.account(e.t.take(), false)
}

func (t *table) take() (n int) { t.mu.Lock(); defer t.mu.Unlock(); n, t.rows = t.rows, 0; return n }

func (t *table) compact() {
	t.mu.Lock()
	t.rows /= 2
	n := t.rows
	t.mu.Unlock()
	t.eng.account(-n, true)
}

// Replay acquires data, then log.

type area struct {
	mu     sync.Mutex
	closed bool
	used   int
}

// acquire locks the area and reports whether it is open; if not, the lock is not held.
func (a *area) acquire() bool {
	a.mu.Lock()
	if a.closed {
		a.mu.Unlock()
		return false
	}
	return true
}

func (a *area) release() { a.mu.Unlock() }

type disk struct{ data, log area }

func (d *disk) write(n int) bool {
	if !d.data.acquire() {
		return false
	}
	defer d.data.release()
	if !d.log.acquire() {
		return false
	}
	defer d.log.release()
	d.data.used += n
	d.log.used++
	return true
}

func (d *disk) replay() bool {
	if ok := d.data.acquire(); !ok {
		return false
	}
	defer d.data.release()
	if ok := d.log.acquire(); ok {
		d.data.used += d.log.used
		d.log.release()
	}
	return true
}

// Rebuild begins before it locks the index.

var errClosed = errors.New("closed")

type db struct {
	mu     sync.Mutex
	closed bool
	idx    *index
}

type txn struct{ d *db }

type index struct {
	mu   sync.Mutex
	d    *db
	keys map[string]bool
}

func (d *db) begin() (tx *txn, err error) {
	d.mu.Lock()
	defer func() {
		if err != nil {
			d.mu.Unlock()
		}
	}()
	if d.closed {
		return nil, errClosed
	}
	return &txn{d: d}, nil
}

func (tx *txn) commit() { tx.d.mu.Unlock() }

func (d *db) insert(k string) error {
	tx, err := d.begin()
	if err != nil {
		return err
	}
	defer tx.commit()
	d.idx.add(k)
	return nil
}

func (ix *index) add(k string) { ix.mu.Lock(); ix.keys[k] = true; ix.mu.Unlock() }

func (ix *index) rebuild() error {
	tx, err := ix.d.begin()
	if err != nil {
		return err
	}
	defer tx.commit()
	ix.mu.Lock()
	defer ix.mu.Unlock()
	clear(ix.keys)
	return nil
}

// Sync locks the journal first.

type journal struct {
	mu   sync.Mutex
	recs []int
	d    *triedDisk
}

type triedDisk struct {
	mu   sync.Mutex
	recs []int
	j    *journal
}

func (j *journal) compact() bool {
	if !j.mu.TryLock() {
		return false
	}
	defer j.mu.Unlock()
	j.d.mu.Lock()
	defer j.d.mu.Unlock()
	j.d.recs = append(j.d.recs, j.recs...)
	j.recs = j.recs[:0]
	return true
}

func (d *triedDisk) sync() int {
	d.j.mu.Lock()
	defer d.j.mu.Unlock()
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.recs) + len(d.j.recs)
}
