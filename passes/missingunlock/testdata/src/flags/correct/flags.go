// Package correct holds flags that are cleared, or set for good.
package correct

import (
	"errors"
	"sync/atomic"
)

var errBusy = errors.New("busy")

type reloader struct {
	busy  atomic.Bool
	value string
}

func (r *reloader) reload(read func() (string, error)) error {
	if !r.busy.CompareAndSwap(false, true) {
		return errBusy
	}
	defer r.busy.Store(false)
	v, err := read()
	if err != nil {
		return err
	}
	r.value = v
	return nil
}

type flusher struct {
	running int32
	pending []string
}

// Each way out clears it.
func (f *flusher) flush(write func(string) error) error {
	if !atomic.CompareAndSwapInt32(&f.running, 0, 1) {
		return errBusy
	}
	for _, s := range f.pending {
		if err := write(s); err != nil {
			atomic.StoreInt32(&f.running, 0)
			return err
		}
	}
	f.pending = nil
	atomic.StoreInt32(&f.running, 0)
	return nil
}

// Closed once and for all.

type conn struct {
	closed atomic.Bool
	quit   chan struct{}
}

func (c *conn) Close() error {
	if !c.closed.CompareAndSwap(false, true) {
		return errBusy
	}
	close(c.quit)
	return nil
}

// Started for good, unless the start fails.

type server struct {
	started atomic.Bool
	addr    string
}

func (s *server) start(listen func() (string, error)) error {
	if !s.started.CompareAndSwap(false, true) {
		return errBusy
	}
	addr, err := listen()
	if err != nil {
		s.started.Store(false)
		return err
	}
	s.addr = addr
	return nil
}

// A counter changes by compare-and-swap, and locks nothing.

type meter struct{ high atomic.Int64 }

func (m *meter) observe(n int64) {
	for {
		old := m.high.Load()
		if n <= old || m.high.CompareAndSwap(old, n) {
			return
		}
	}
}
