// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: a goroutine that is joined by a channel.
package correct

import (
	"sync"
	"sync/atomic"
	"time"
)

// The join comes when the lock is released.

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
	e.leader = ""
	e.mu.Unlock()
	close(e.quit)
	<-e.done
}

// The loop uses atomics only.

type reporter struct {
	mu    sync.Mutex
	alive bool
	quit  chan struct{}
	done  chan struct{}
	ticks atomic.Int64
}

func (r *reporter) start(d time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.alive {
		return
	}
	r.alive = true
	r.quit, r.done = make(chan struct{}), make(chan struct{})
	go r.loop(r.quit, r.done, d)
}

func (r *reporter) loop(quit <-chan struct{}, done chan<- struct{}, d time.Duration) {
	defer close(done)
	t := time.NewTicker(d)
	defer t.Stop()
	for {
		select {
		case <-quit:
			return
		case <-t.C:
			r.ticks.Add(1)
		}
	}
}

func (r *reporter) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.alive {
		r.alive = false
		close(r.quit)
		<-r.done
	}
}

// The loop only tries, and skips its round when that fails.

type cache struct {
	mu    sync.Mutex
	items map[string]int64
	stop  chan struct{}
	done  chan struct{}
}

func newCache() *cache {
	c := &cache{items: map[string]int64{}, stop: make(chan struct{}), done: make(chan struct{})}
	go c.janitor(time.NewTicker(time.Second))
	return c
}

func (c *cache) janitor(t *time.Ticker) {
	defer close(c.done)
	defer t.Stop()
	for {
		select {
		case <-c.stop:
			return
		case now := <-t.C:
			if !c.mu.TryLock() {
				continue
			}
			c.items[""] = now.Unix()
			c.mu.Unlock()
		}
	}
}

func (c *cache) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.stop)
	<-c.done
	c.items = nil
}

// The loop says that it is done before it takes the lock.

type monitor struct {
	mu     sync.Mutex
	health string
	stop   chan struct{}
	done   chan struct{}
}

func startMonitor(probe func()) *monitor {
	m := &monitor{stop: make(chan struct{}), done: make(chan struct{})}
	go m.loop(probe)
	return m
}

func (m *monitor) loop(probe func()) {
	for {
		select {
		case <-m.stop:
			close(m.done)
			m.mu.Lock()
			m.health = "none"
			m.mu.Unlock()
			return
		case <-time.After(time.Second):
			probe()
		}
	}
}

func (m *monitor) halt() {
	m.mu.Lock()
	defer m.mu.Unlock()
	close(m.stop)
	<-m.done
	m.health = "stopping"
}

// The wait is bounded by a timer.

func (e *elector) stopFor(d time.Duration) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	select {
	case <-e.done:
		return true
	case <-time.After(d):
		return false
	}
}

// Dropped around the join and taken again.

type route struct {
	mu     sync.Mutex
	quit   chan struct{}
	done   chan struct{}
	tries  int
	closed bool
}

func startRoute() *route {
	r := &route{quit: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(r.done)
		<-r.quit
		r.mu.Lock()
		r.tries = 0
		r.mu.Unlock()
	}()
	return r
}

func (r *route) shutdown() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	r.closed = true
	close(r.quit)
	r.mu.Unlock()
	<-r.done
	r.mu.Lock()
	r.tries = -1
}

// A timer's function takes the lock, and Stop does not wait for it.

type lease struct {
	mu    sync.Mutex
	timer *time.Timer
	held  bool
}

func (l *lease) grant(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held = true
	l.timer = time.AfterFunc(d, func() {
		l.mu.Lock()
		l.held = false
		l.mu.Unlock()
	})
}

func (l *lease) revoke() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.timer.Stop()
	l.held = false
}
