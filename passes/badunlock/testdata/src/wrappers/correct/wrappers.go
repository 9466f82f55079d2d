// Package correct holds lock types, embedded locks and generic types that are
// unlocked once.
package correct

import "sync"

type Mutex interface {
	Lock()
	Unlock()
}

type folder struct {
	mut   Mutex
	state string
}

func newFolder() *folder { return &folder{mut: new(sync.Mutex)} }

func (f *folder) set(state string) {
	f.mut.Lock()
	if f.state == state {
		f.mut.Unlock()
		return
	}
	f.state = state
	f.mut.Unlock()
}

// Two embedded locks, one in the other's holder.

type routes struct {
	sync.Mutex
	m map[string]string
}

type network struct {
	sync.Mutex
	routes routes
}

func (n *network) reset() {
	n.Lock()
	n.routes.Lock()
	clear(n.routes.m)
	n.routes.Unlock()
	n.Unlock()
}

// The lock's own methods only release, or only lock.

type counted struct {
	mu sync.Mutex
	n  int
}

func (c *counted) Lock()   { c.mu.Lock(); c.n++ }
func (c *counted) Unlock() { c.n--; c.mu.Unlock() }

type ledger struct {
	lock counted
	sums map[string]int
}

func (l *ledger) post(name string, n int) {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.sums[name] += n
}

// A getter leads to the lock.

func (l *ledger) locker() sync.Locker { return &l.lock }

func (l *ledger) sum(name string) int {
	l.locker().Lock()
	n := l.sums[name]
	l.locker().Unlock()
	return n
}

// A locker is released between two looks at a condition.

func await(l sync.Locker, ready func() bool, pause func()) {
	l.Lock()
	for !ready() {
		l.Unlock()
		pause()
		l.Lock()
	}
	l.Unlock()
}

// The pointer that led to the lock moves on; the old lock is released.

type segment struct {
	mu   sync.Mutex
	next *segment
	n    int
}

func last(s *segment) int {
	s.mu.Lock()
	for s.next != nil {
		old := s
		s = s.next
		s.mu.Lock()
		old.mu.Unlock()
	}
	n := s.n
	s.mu.Unlock()
	return n
}
