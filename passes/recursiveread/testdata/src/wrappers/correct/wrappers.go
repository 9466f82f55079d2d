// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: locks behind embedding, wrappers and type
// parameters.
package correct

import "sync"

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

// One map is asked while another one is read.

func (t *ttlMap[K, V]) common(other *ttlMap[K, V]) (out []K) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for k := range t.m {
		if _, ok := other.Get(k); ok {
			out = append(out, k)
		}
	}
	return out
}

// Maps of different types.

type joined struct {
	names ttlMap[int, string]
	ages  ttlMap[int, int]
}

func (j *joined) adults() (out []string) {
	j.names.mu.RLock()
	defer j.names.mu.RUnlock()
	for id, name := range j.names.m {
		if age, _ := j.ages.Get(id); age >= 18 {
			out = append(out, name)
		}
	}
	return out
}

// The release is called before the next read.

type rwlock struct{ m sync.RWMutex }

func (l *rwlock) read() func() {
	l.m.RLock()
	return l.m.RUnlock
}

func (l *rwlock) write() func() {
	l.m.Lock()
	return l.m.Unlock
}

type ledger struct {
	lock rwlock
	rows []int
}

func (l *ledger) post(n int) {
	defer l.lock.write()()
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
	done := l.lock.read()
	n := len(l.rows)
	done()
	return l.sum() / n
}

// An outer and an embedded lock.

type base struct {
	sync.RWMutex
	name string
}

func (b *base) rename(name string) {
	b.Lock()
	b.name = name
	b.Unlock()
}

func (b *base) Name() string {
	b.RLock()
	defer b.RUnlock()
	return b.name
}

type server struct {
	base
	mu   sync.RWMutex
	open int
}

func (s *server) accept() {
	s.mu.Lock()
	s.open++
	s.mu.Unlock()
}

func (s *server) status() (string, int) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.Name(), s.open
}
