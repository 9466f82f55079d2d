// Package correct holds channels that serve as locks and are released, and
// channels that are none.
package correct

import (
	"context"
	"errors"
	"io"
)

var errOrder = errors.New("out of order")

type log struct {
	lock   chan struct{}
	offset int64
	w      io.Writer
}

func newLog(w io.Writer) *log { return &log{lock: make(chan struct{}, 1), w: w} }

func (l *log) append(p []byte) error {
	l.lock <- struct{}{}
	defer func() { <-l.lock }()
	n, err := l.w.Write(p)
	if err != nil {
		return err
	}
	l.offset += int64(n)
	return nil
}

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
		w.token <- struct{}{}
		return false
	}
	w.coins[name] -= n
	w.token <- struct{}{}
	return true
}

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
	defer func() { <-t.sem }()
	if id <= t.last {
		return errOrder
	}
	t.last = id
	t.rows[id] = row
	return nil
}

// A mailbox of one letter: what is sent is meant to stay there.

type mailbox struct{ letters chan string }

func newMailbox() *mailbox { return &mailbox{letters: make(chan string, 1)} }

func (m *mailbox) put(s string) bool {
	select {
	case m.letters <- s:
		return true
	default:
		return false
	}
}

func (m *mailbox) take() string { return <-m.letters }

// A signal: whoever waits takes it away.

type bell struct{ c chan struct{} }

func newBell() *bell { return &bell{c: make(chan struct{}, 1)} }

func (b *bell) ring() {
	select {
	case b.c <- struct{}{}:
	default:
	}
}

func (b *bell) wait(ctx context.Context) error {
	select {
	case <-b.c:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A result is sent once, for the other goroutine to receive.

func ask(f func() error) error {
	done := make(chan error, 1)
	go func() { done <- f() }()
	return <-done
}

// What was not there cannot be given back: the attempt to do so says it.

type opener struct {
	pending chan struct{}
	send    func() error
	shut    chan struct{}
}

func newOpener(n int) *opener {
	return &opener{pending: make(chan struct{}, n), shut: make(chan struct{})}
}

func (o *opener) open() error {
	select {
	case o.pending <- struct{}{}:
	case <-o.shut:
		return nil
	}
	if err := o.send(); err != nil {
		select {
		case <-o.pending:
		default:
		}
		return err
	}
	return nil
}

func (o *opener) opened() { <-o.pending }
