// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: a sync.Once is held while its function runs.
package correct

import (
	"sync"
)

// The failure is recorded after the lock.

type stream struct {
	closeOnce sync.Once
	mu        sync.Mutex
	state     string
	pending   []int
}

func (s *stream) Close() {
	s.closeOnce.Do(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.state = "closed"
	})
}

func (s *stream) Recv(n int) {
	if n < 0 {
		s.closeOnce.Do(func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.state = "failed"
		})
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending = append(s.pending, n)
}

// Grow connects before it locks.

var (
	connectOnce sync.Once
	registryMu  sync.Mutex
	registry    = map[string]int{}
	poolMu      sync.Mutex
	pool        []int
	conn        int
)

func connect() int {
	connectOnce.Do(func() {
		registryMu.Lock()
		conn = len(registry) + 1
		registryMu.Unlock()
	})
	return conn
}

func Grow() {
	c := connect()
	poolMu.Lock()
	defer poolMu.Unlock()
	pool = append(pool, c)
}

func Register(name string) {
	registryMu.Lock()
	defer registryMu.Unlock()
	poolMu.Lock()
	registry[name] = len(pool)
	poolMu.Unlock()
}

func Ping() bool { return connect() > 0 }

// The mutex is taken inside the Once; elsewhere Do is called before or after a
// critical section, never in it.

type lazy struct {
	once sync.Once
	mu   sync.Mutex
	m    map[string]int
}

func (l *lazy) init() {
	l.once.Do(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.m = map[string]int{}
	})
}

func (l *lazy) get(k string) int { l.init(); l.mu.Lock(); defer l.mu.Unlock(); return l.m[k] }

func (l *lazy) put(k string, v int) {
	l.mu.Lock()
	ready := l.m != nil
	l.mu.Unlock()
	if !ready {
		l.init()
	}
	l.mu.Lock()
	l.m[k] = v
	l.mu.Unlock()
}

// A Do whose function panics says that the Once is done: a file is synced when it
// has been opened, so that nothing waits in that Do.

type file struct {
	once sync.Once
	mu   sync.Mutex
	n    int
}

func (f *file) Open() { f.once.Do(f.open) }

func (f *file) open() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n = 1
}

func (f *file) Sync() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.once.Do(func() { panic("unreachable") })
	f.n++
}
