// Package faulty holds faults that must be found: deferred calls run under what
// is still held when they run.
package faulty

import (
	"errors"
	"sync"
)

// Unlocking by defer keeps the lock until return, so the notification at the
// end of the function still runs under it.

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
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state == s {
		return
	}
	p.state = s

	// tell the hub last
	p.h.changed()
}

func (h *hub) changed() { h.mu.Lock(); h.dirty++; h.mu.Unlock() }

func (h *hub) report() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range h.peers {
		n += p.current() // want `lock order inversion, a deadlock: hub.mu -> peer.mu -> hub.mu:`
	}
	return n
}

func (p *peer) current() int { p.mu.Lock(); defer p.mu.Unlock(); return p.state }

// Deferred calls run last in first out, so a notification deferred after the
// unlock runs before it.

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
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.t.leave()
	s.closed = true
}

func (t *topic) leave() { t.mu.Lock(); t.gone++; t.mu.Unlock() }

func (t *topic) live() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range t.subs {
		s.mu.Lock() // want `lock order inversion, a deadlock: sub.mu -> topic.mu -> sub.mu:`
		if !s.closed {
			n++
		}
		s.mu.Unlock()
	}
	return n
}

// A deferred closure takes the statistics lock and runs before the deferred
// unlock of the table.

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
	t.mu.Lock()
	defer t.mu.Unlock()
	defer func() {
		t.st.mu.Lock()
		defer t.st.mu.Unlock()
		t.st.ops++
		if err != nil {
			t.st.errs++
		}
	}()
	if n < 0 {
		return errors.New("negative")
	}
	t.rows = append(t.rows, n)
	return nil
}

func (s *stats) clear(t *table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.mu.Lock() // want `lock order inversion, a deadlock: stats.mu -> table.mu -> stats.mu:`
	s.ops = len(t.rows)
	t.mu.Unlock()
}
