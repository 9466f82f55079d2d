package correct

import "sync"

// A channel is only on the list once its receiver has had the lock, and all that
// this one has left to do is to unlock and to receive.

type waiter struct {
	n int
	c chan<- error
}

type Downloads struct {
	mu      sync.Mutex
	waiters []waiter
}

func (d *Downloads) Download(n int) error {
	d.mu.Lock()
	c := make(chan error)
	w := waiter{n: n, c: c}
	if n < 0 {
		d.mu.Unlock()
		return nil
	}
	d.waiters = append(d.waiters, w)
	d.mu.Unlock()
	return <-c
}

func (d *Downloads) closeWaiters(err error) {
	for _, w := range d.waiters {
		w.c <- err
	}
	d.waiters = nil
}

func (d *Downloads) Close(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closeWaiters(err)
}
