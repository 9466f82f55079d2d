// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: deferred calls run under what is still held when
// they run.
package correct

import (
	"errors"
	"sync"
)

// The state is changed in an inner function, so the lock ends before the
// notification.

type hub struct {
	mu    sync.Mutex
	peers map[int]*peer
	dirty int
}

type peer struct {
	mu    sync.Mutex
	h     *hub
	state int
}

func (p *peer) setState(s int) {
	changed := func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.state == s {
			return false
		}
		p.state = s
		return true
	}()
	if changed {
		p.h.changed()
	}
}

func (h *hub) changed() { h.mu.Lock(); h.dirty++; h.mu.Unlock() }

func (h *hub) report() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range h.peers {
		n += p.current()
	}
	return n
}

func (p *peer) current() int { p.mu.Lock(); defer p.mu.Unlock(); return p.state }

// The notification is deferred first, so it runs after the unlock.

type topic struct {
	mu   sync.Mutex
	subs map[int]*sub
	gone int
}

type sub struct {
	mu     sync.Mutex
	t      *topic
	closed bool
}

func (s *sub) Close() {
	defer s.t.leave()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
}

func (t *topic) leave() { t.mu.Lock(); t.gone++; t.mu.Unlock() }

func (t *topic) live() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range t.subs {
		s.mu.Lock()
		if !s.closed {
			n++
		}
		s.mu.Unlock()
	}
	return n
}

// The closure is deferred before the lock is taken, so it runs after the
// unlock.

type table struct {
	mu   sync.Mutex
	rows []int
	st   *stats
}

type stats struct {
	mu   sync.Mutex
	ops  int
	errs int
}

func (t *table) insert(n int) (err error) {
	defer func() {
		t.st.mu.Lock()
		defer t.st.mu.Unlock()
		t.st.ops++
		if err != nil {
			t.st.errs++
		}
	}()
	t.mu.Lock()
	defer t.mu.Unlock()
	if n < 0 {
		return errors.New("negative")
	}
	t.rows = append(t.rows, n)
	return nil
}

func (s *stats) clear(t *table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.mu.Lock()
	s.ops = len(t.rows)
	t.mu.Unlock()
}

// The notification is deferred before the unlock is, so it runs after it.

type notifyPeer struct {
	mu    sync.Mutex
	h     *notifyHub
	state int
}

type notifyHub struct {
	mu    sync.Mutex
	peers []*notifyPeer
	n     int
}

func (p *notifyPeer) set(s int) {
	defer p.h.changed()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state = s
}

func (h *notifyHub) changed() { h.mu.Lock(); h.n++; h.mu.Unlock() }

func (h *notifyHub) sum() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range h.peers {
		p.mu.Lock()
		n += p.state
		p.mu.Unlock()
	}
	return n
}

// A recovering closure takes the report lock; it was deferred first, so the
// work lock is free by then.

type runner struct {
	work, report sync.Mutex
	n, failed    int
}

func (r *runner) do(f func() int) {
	defer func() {
		if e := recover(); e != nil {
			r.report.Lock()
			r.failed++
			r.report.Unlock()
		}
	}()
	r.work.Lock()
	defer r.work.Unlock()
	r.n += f()
}

func (r *runner) summary() (int, int) {
	r.report.Lock()
	defer r.report.Unlock()
	r.work.Lock()
	defer r.work.Unlock()
	return r.n, r.failed
}

// A deferred closure unlocks only if the flag says that the lock is still held;
// the slow part runs without it.

type loader struct {
	mu  sync.Mutex
	m   map[string]int
	src *source
}

type source struct {
	mu sync.Mutex
	l  *loader
	n  int
}

func (l *loader) load(k string) int {
	l.mu.Lock()
	locked := true
	defer func() {
		if locked {
			l.mu.Unlock()
		}
	}()
	if v, ok := l.m[k]; ok {
		return v
	}
	l.mu.Unlock()
	locked = false
	return l.src.read(k)
}

func (s *source) read(k string) int { s.mu.Lock(); defer s.mu.Unlock(); s.n++; return len(k) }

func (s *source) invalidate() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.l.mu.Lock()
	clear(s.l.m)
	s.l.mu.Unlock()
}

// A static checker reported, without a position, that a deferred closure
// returns with a lock held; the lock belongs to the caller.

type f struct {
	mu sync.Mutex
	n  int
}

func (x *f) inc() (err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	defer func() { x.n++ }()
	func() { x.n += 2 }()
	return nil
}
