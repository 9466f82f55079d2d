package correct

import (
	"errors"
	"sync"
)

// View closes its own fresh transaction, which nobody has closed before: Rollback
// unlocks, and does not turn it away.

type db struct {
	writeLock sync.Mutex
	closeLock sync.RWMutex
	closed    bool
}

type Tx struct {
	db       *db
	writable bool
	managed  bool
	closed   bool
}

func (db *db) begin(writable bool) (*Tx, error) {
	if writable {
		db.writeLock.Lock()
	}
	db.closeLock.RLock()
	if db.closed {
		db.closeLock.RUnlock()
		if writable {
			db.writeLock.Unlock()
		}
		return nil, errors.New("closed")
	}
	return &Tx{db: db, writable: writable}, nil
}

func (tx *Tx) close() {
	tx.closed = true
	tx.db.closeLock.RUnlock()
	if tx.writable {
		tx.db.writeLock.Unlock()
	}
}

func (tx *Tx) Rollback() error {
	if tx.managed {
		tx.close()
		panic("managed")
	}
	if tx.closed {
		return errors.New("tx closed")
	}
	tx.close()
	return nil
}

func rollbackOnPanic(tx *Tx) {
	if err := recover(); err != nil {
		tx.managed = false
		_ = tx.Rollback()
		panic(err)
	}
}

func (db *db) View(fn func(*Tx) error) error {
	tx, err := db.begin(false)
	if err != nil {
		return err
	}
	defer rollbackOnPanic(tx)
	tx.managed = true
	err = fn(tx)
	tx.managed = false
	if err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Rollback()
}
