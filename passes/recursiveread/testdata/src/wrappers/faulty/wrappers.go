// Package faulty holds faults that must be found: locks behind embedding,
// wrappers and type parameters.
package faulty

import "sync"

// A generic map.

type ttlMap[K comparable, V any] struct {
	mu sync.RWMutex
	m  map[K]V
}

func (t *ttlMap[K, V]) Set(k K, v V) {
	t.mu.Lock()
	t.m[k] = v
	t.mu.Unlock()
}

func (t *ttlMap[K, V]) Get(k K) (V, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	v, ok := t.m[k]
	return v, ok
}

func (t *ttlMap[K, V]) Keys() (out []K) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for k := range t.m {
		if _, ok := t.Get(k); ok { // want `ttlMap.mu is read-locked twice, a deadlock if the writer at wrappers.go:15 comes in between: read-locked at wrappers.go:21 \(called from wrappers.go:31\) while it is read-locked since wrappers.go:28`
			out = append(out, k)
		}
	}
	return out
}

// An own lock type around the mutex.

type rwlock struct{ m sync.RWMutex }

func (l *rwlock) read() func() {
	l.m.RLock()
	return l.m.RUnlock
}

type ledger struct {
	lock rwlock
	rows []int
}

func (l *ledger) post(n int) {
	l.lock.m.Lock()
	defer l.lock.m.Unlock()
	l.rows = append(l.rows, n)
}

func (l *ledger) sum() (n int) {
	defer l.lock.read()()
	for _, r := range l.rows {
		n += r
	}
	return n
}

func (l *ledger) mean() int {
	defer l.lock.read()()
	return l.sum() / len(l.rows) // want `ledger.lock.m is read-locked twice, a deadlock if the writer at wrappers.go:53 comes in between: read-locked at wrappers.go:43 \(called from wrappers.go:68, wrappers.go:59\) while it is read-locked since wrappers.go:43 \(called from wrappers.go:67\)`
}

// The lock is in an anonymous struct.

type server struct {
	conns struct {
		sync.RWMutex
		open map[int]bool
	}
}

func (s *server) accept(id int) {
	s.conns.Lock()
	s.conns.open[id] = true
	s.conns.Unlock()
}

func (s *server) isOpen(id int) bool {
	s.conns.RLock()
	defer s.conns.RUnlock()
	return s.conns.open[id]
}

func (s *server) count() (n int) {
	s.conns.RLock()
	defer s.conns.RUnlock()
	for id := range s.conns.open {
		if s.isOpen(id) { // want `server.conns.RWMutex is read-locked twice, a deadlock if the writer at wrappers.go:81 comes in between: read-locked at wrappers.go:87 \(called from wrappers.go:96\) while it is read-locked since wrappers.go:93`
			n++
		}
	}
	return n
}
