// Package faulty holds faults that must be found: the ways in which a function
// can come by a lock, and let it go.
package faulty

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Pointers to the fields.

type aliased struct{ a, b sync.Mutex }

func (s *aliased) forth() {
	a, b := &s.a, &s.b
	a.Lock()
	defer a.Unlock()
	b.Lock()
	defer b.Unlock()
}

func (s *aliased) back() {
	b := &s.b
	b.Lock()
	defer b.Unlock()
	a := &s.a
	a.Lock() // want `lock order inversion, a deadlock: aliased.a -> aliased.b -> aliased.a:`
	defer a.Unlock()
}

// Methods that return the lock.

type accessed struct{ a, b sync.Mutex }

func (s *accessed) first() *sync.Mutex  { return &s.a }
func (s *accessed) second() *sync.Mutex { return &s.b }

func (s *accessed) forth() {
	s.first().Lock()
	defer s.first().Unlock()
	s.second().Lock()
	defer s.second().Unlock()
}

func (s *accessed) back() {
	s.second().Lock()
	defer s.second().Unlock()
	s.first().Lock() // want `lock order inversion, a deadlock: accessed.a -> accessed.b -> accessed.a:`
	defer s.first().Unlock()
}

// An embedded pointer to a mutex.

type embedded struct {
	*sync.Mutex
	other sync.Mutex
}

func (s *embedded) forth() {
	s.Lock()
	defer s.Unlock()
	s.other.Lock()
	defer s.other.Unlock()
}

func (s *embedded) back() {
	s.other.Lock()
	defer s.other.Unlock()
	s.Lock() // want `lock order inversion, a deadlock: embedded.Mutex -> embedded.other -> embedded.Mutex:`
	defer s.Unlock()
}

// An object out of an atomic pointer.

type current struct {
	mu  sync.Mutex
	gen atomic.Pointer[generation]
}

type generation struct {
	mu sync.Mutex
	of *current
}

func (c *current) renew() {
	c.mu.Lock()
	defer c.mu.Unlock()
	g := c.gen.Load()
	g.mu.Lock()
	defer g.mu.Unlock()
}

func (g *generation) retire() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.of.mu.Lock() // want `lock order inversion, a deadlock: current.mu -> generation.mu -> current.mu:`
	defer g.of.mu.Unlock()
}

// An object out of a channel.

type inbox struct {
	mu sync.Mutex
	ch chan *letter
}

type letter struct {
	mu sync.Mutex
	to *inbox
}

func (b *inbox) read() {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := <-b.ch
	l.mu.Lock()
	defer l.mu.Unlock()
}

func (l *letter) forward() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.to.mu.Lock() // want `lock order inversion, a deadlock: inbox.mu -> letter.mu -> inbox.mu:`
	defer l.to.mu.Unlock()
}

// Functions of the standard library call back, generic and not.

type team struct {
	mu      sync.Mutex
	members []*player
	names   sync.Mutex
}

type player struct {
	mu    sync.Mutex
	team  *team
	score int
}

func (p *player) rank() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.score
}

func (t *team) sort() {
	t.mu.Lock()
	defer t.mu.Unlock()
	slices.SortFunc(t.members, func(a, b *player) int { return a.rank() - b.rank() })
}

func (p *player) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.team.mu.Lock() // want `lock order inversion, a deadlock: player.mu -> team.mu -> player.mu:`
	defer p.team.mu.Unlock()
}

func (t *team) label(name string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Map(func(r rune) rune {
		t.names.Lock()
		defer t.names.Unlock()
		return r
	}, name)
}

func (t *team) rename() {
	t.names.Lock()
	defer t.names.Unlock()
	t.mu.Lock() // want `lock order inversion, a deadlock: team.mu -> team.names -> team.mu:`
	defer t.mu.Unlock()
}

// The unlock method in a variable.

type stored struct{ a, b sync.Mutex }

func (s *stored) forth() {
	s.a.Lock()
	unlock := s.a.Unlock
	defer unlock()
	s.b.Lock()
	defer s.b.Unlock()
}

func (s *stored) back() {
	s.b.Lock()
	unlock := s.b.Unlock
	defer unlock()
	s.a.Lock() // want `lock order inversion, a deadlock: stored.a -> stored.b -> stored.a:`
	defer s.a.Unlock()
}

// A deferred function locks after a panic.

type rescued struct{ a, b sync.Mutex }

func (s *rescued) forth(work func()) {
	s.a.Lock()
	defer func() {
		if recover() != nil {
			s.b.Lock()
			defer s.b.Unlock()
		}
		s.a.Unlock()
	}()
	work()
}

func (s *rescued) back() {
	s.b.Lock()
	defer s.b.Unlock()
	s.a.Lock() // want `lock order inversion, a deadlock: rescued.a -> rescued.b -> rescued.a:`
	defer s.a.Unlock()
}

// Locks that a loop defers to release.

type row struct {
	mu sync.Mutex
	in *sheet
}

type sheet struct {
	mu   sync.Mutex
	rows []*row
}

func (s *sheet) freeze() {
	for _, r := range s.rows {
		r.mu.Lock()
		defer r.mu.Unlock()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
}

func (s *sheet) scan() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.rows {
		r.mu.Lock() // want `lock order inversion, a deadlock: row.mu -> sheet.mu -> row.mu:`
		r.mu.Unlock()
	}
}

// Elements of an array, by constant indexes.

type sides struct{ mu [2]sync.Mutex }

func (s *sides) forth() {
	s.mu[0].Lock()
	defer s.mu[0].Unlock()
	s.mu[1].Lock()
	defer s.mu[1].Unlock()
}

func (s *sides) back() {
	s.mu[1].Lock()
	defer s.mu[1].Unlock()
	s.mu[0].Lock() // want `lock order inversion, a deadlock: sides.mu\[.*\] -> sides.mu\[.*\] -> sides.mu\[.*\]:`
	defer s.mu[0].Unlock()
}

// A lock behind an interface of the package.

type locker interface {
	Lock()
	Unlock()
}

type hidden struct {
	l    locker
	a, b sync.Mutex
}

func newHidden() *hidden {
	h := &hidden{}
	h.l = &h.a
	return h
}

func (h *hidden) forth() {
	h.l.Lock()
	defer h.l.Unlock()
	h.b.Lock()
	defer h.b.Unlock()
}

func (h *hidden) back() {
	h.b.Lock()
	defer h.b.Unlock()
	h.a.Lock() // want `lock order inversion, a deadlock: hidden.a -> hidden.b -> hidden.a:`
	defer h.a.Unlock()
}
