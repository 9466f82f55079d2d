// Package faulty holds channels of capacity 1 that serve as locks and stay
// taken.
package faulty

import (
	"context"
	"errors"
	"io"
)

var errOrder = errors.New("out of order")

// A send locks and a receive unlocks.

type log struct {
	lock   chan struct{}
	offset int64
	w      io.Writer
}

func newLog(w io.Writer) *log { return &log{lock: make(chan struct{}, 1), w: w} }

func (l *log) append(p []byte) error {
	l.lock <- struct{}{}
	n, err := l.w.Write(p)
	if err != nil {
		return err // want `^log.lock is not unlocked on this path: locked at channels.go:24$`
	}
	l.offset += int64(n)
	<-l.lock
	return nil
}

func (l *log) position() int64 {
	l.lock <- struct{}{}
	defer func() { <-l.lock }()
	return l.offset
}

// The lock is a token in the channel: a receive locks and a send unlocks.

type wallet struct {
	token chan struct{}
	coins map[string]int
}

func newWallet() *wallet {
	w := &wallet{token: make(chan struct{}, 1), coins: make(map[string]int)}
	w.token <- struct{}{}
	return w
}

func (w *wallet) spend(name string, n int) bool {
	<-w.token
	if w.coins[name] < n {
		return false // want `^wallet.token is not unlocked on this path: locked at channels.go:54$`
	}
	w.coins[name] -= n
	w.token <- struct{}{}
	return true
}

// A select waits for the lock or the end of the context.

type table struct {
	sem  chan struct{}
	last int
	rows map[int]string
}

func newTable() *table { return &table{sem: make(chan struct{}, 1), rows: make(map[int]string)} }

func (t *table) insert(ctx context.Context, id int, row string) error {
	select {
	case t.sem <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	if id <= t.last {
		return errOrder // want `^table.sem is not unlocked on this path: locked at channels.go:74$`
	}
	t.last = id
	t.rows[id] = row
	<-t.sem
	return nil
}

// A select with a default tries.

func (t *table) compact(keep func(int) bool) int {
	select {
	case t.sem <- struct{}{}:
	default:
		return 0
	}
	if len(t.rows) == 0 {
		return 0 // want `^table.sem is not unlocked on this path: locked at channels.go:91$`
	}
	n := 0
	for id := range t.rows {
		if !keep(id) {
			delete(t.rows, id)
			n++
		}
	}
	<-t.sem
	return n
}
