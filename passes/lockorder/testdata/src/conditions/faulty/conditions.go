// Package faulty holds faults that must be found: what is held depends on a
// value.
package faulty

import (
	"errors"
	"sync"
)

// Account takes the engine lock only if asked to; compaction asks for it with
// the table lock held, flush takes the table lock under the engine's.

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
	defer t.mu.Unlock()
	t.rows /= 2
	t.eng.account(-t.rows, true) // want `lock order inversion, a deadlock: engine.mu -> table.mu -> engine.mu:`
}

// Acquire returns true with the lock held, false without it; two objects
// acquired that way in opposite orders.

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
	if ok := d.log.acquire(); !ok {
		return false
	}
	defer d.log.release()
	if ok := d.data.acquire(); ok { // want `lock order inversion, a deadlock: disk.data.mu -> disk.log.mu -> disk.data.mu:`
		d.data.used += d.log.used
		d.data.release()
	}
	return true
}

// Begin returns with the lock held unless its named error is set; an insert
// takes the index under it, a rebuild begins under the index.

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
	ix.mu.Lock()
	defer ix.mu.Unlock()
	tx, err := ix.d.begin() // want `lock order inversion, a deadlock: db.mu -> index.mu -> db.mu:`
	if err != nil {
		return err
	}
	defer tx.commit()
	clear(ix.keys)
	return nil
}

// A lock got by TryLock is held like any other: compaction waits for the disk
// with the journal held, sync waits for the journal with the disk held.

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
	d.mu.Lock()
	defer d.mu.Unlock()
	d.j.mu.Lock() // want `lock order inversion, a deadlock: journal.mu -> triedDisk.mu -> journal.mu:`
	defer d.j.mu.Unlock()
	return len(d.recs) + len(d.j.recs)
}
