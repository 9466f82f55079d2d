package correct

import (
	"errors"
	"sync"
	"sync/atomic"
)

// The session is open or not, which is a state and no lock. The goroutine that
// dials is given the lock and gives it back; who comes next waits for that.

var ErrAlreadyConnected = errors.New("already connected")

type Broker struct {
	opened  atomic.Bool
	lock    sync.Mutex
	conn    int
	connErr error
}

func withRecover(fn func()) {
	defer func() { recover() }()
	fn()
}

func (b *Broker) Open(dial func() (int, error)) error {
	if !b.opened.CompareAndSwap(false, true) {
		return ErrAlreadyConnected
	}
	b.lock.Lock()
	go withRecover(func() {
		defer b.lock.Unlock()
		b.conn, b.connErr = dial()
		if b.connErr != nil {
			b.opened.Store(false)
		}
	})
	return nil
}

func (b *Broker) Send() int {
	b.lock.Lock()
	defer b.lock.Unlock()
	return b.conn
}

func (b *Broker) Close() {
	b.lock.Lock()
	defer b.lock.Unlock()
	b.opened.Store(false)
}

func Use(b *Broker, dial func() (int, error)) int {
	_ = b.Open(dial)
	return b.Send()
}
