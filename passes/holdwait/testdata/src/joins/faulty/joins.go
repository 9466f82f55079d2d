// Package faulty holds faults that must be found: a goroutine that is joined by
// a channel, with a lock held that it takes on its way there.
package faulty

import (
	"context"
	"sync"
	"time"
)

// Stop waits for the end of a loop that takes the lock each time round.

type elector struct {
	mu     sync.Mutex
	leader string
	quit   chan struct{}
	done   chan struct{}
}

func startElector(period time.Duration) *elector {
	e := &elector{quit: make(chan struct{}), done: make(chan struct{})}
	go e.renew(period)
	return e
}

func (e *elector) renew(period time.Duration) {
	defer close(e.done)
	t := time.NewTicker(period)
	defer t.Stop()
	for {
		select {
		case <-e.quit:
			return
		case <-t.C:
		}
		e.mu.Lock()
		e.leader = "self"
		e.mu.Unlock()
	}
}

func (e *elector) Stop() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.leader = ""
	close(e.quit)
	<-e.done // want `^elector.mu is held while waiting to receive from elector.done, a deadlock: held since joins.go:43, waiting at joins.go:47; the close at joins.go:\d+ may have to wait for elector.mu first, at joins.go:36$`
}

// A context ends the goroutine, which asks for the lock on each line it reads.

type pump struct {
	cancel context.CancelFunc
	done   chan struct{}
}

type driver struct {
	mu    sync.Mutex
	lines int
	cur   *pump
}

func (d *driver) run(ctx context.Context, done chan struct{}, src <-chan string) {
	defer close(done)
	for {
		select {
		case <-ctx.Done():
			return
		case l := <-src:
			d.mu.Lock()
			d.lines += len(l)
			d.mu.Unlock()
		}
	}
}

func (d *driver) start(src <-chan string) {
	ctx, cancel := context.WithCancel(context.Background())
	p := &pump{cancel: cancel, done: make(chan struct{})}
	d.mu.Lock()
	d.cur = p
	d.mu.Unlock()
	go d.run(ctx, p.done, src)
}

func (d *driver) shutdown() {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.cur
	d.cur = nil
	if p == nil {
		return
	}
	p.cancel()
	<-p.done // want `driver.mu is held while waiting to receive from pump.done, a deadlock:.*; the close at joins.go:\d+ may have to wait for driver.mu first`
}

// Open waits for the goroutine to be up, which takes the lock before it says so.

type listener struct {
	mu   sync.Mutex
	addr string
	up   chan struct{}
}

func (l *listener) listen() {
	l.mu.Lock()
	l.addr = "here"
	l.mu.Unlock()
	close(l.up)
}

func (l *listener) open() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.up = make(chan struct{})
	go l.listen()
	<-l.up // want `listener.mu is held while waiting to receive from listener.up, a deadlock`
}

// The end is sent, not closed.

type flusher struct {
	mu    sync.Mutex
	rows  int
	ended chan error
}

func (f *flusher) begin(write func(int) error) {
	f.ended = make(chan error)
	go func() {
		f.mu.Lock()
		n := f.rows
		f.mu.Unlock()
		f.ended <- write(n)
	}()
}

func (f *flusher) end() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.rows = 0
	return <-f.ended // want `flusher.mu is held while waiting to receive from flusher.ended, a deadlock:.*; the send at joins.go:\d+ may have to wait for flusher.mu first`
}
