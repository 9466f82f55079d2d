// Package faulty holds faults that must be found: a sync.Once is held while its
// function runs.
package faulty

import (
	"sync"
)

// Closing takes the stream lock inside closeOnce.Do, while a failure calls Do
// on the same Once with the stream lock held.

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
	s.mu.Lock()
	defer s.mu.Unlock()
	if n < 0 {
		s.closeOnce.Do(func() { s.state = "failed" }) // want `lock order inversion, a deadlock: stream.closeOnce -> stream.mu -> stream.closeOnce:`
		return
	}
	s.pending = append(s.pending, n)
}

// The first user connects inside Once.Do, which locks the registry; one user
// does so with the pool locked, and the registry walks into the pool under its
// own lock.

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
	poolMu.Lock()
	defer poolMu.Unlock()
	pool = append(pool, connect())
}

func Register(name string) {
	registryMu.Lock()
	defer registryMu.Unlock()
	poolMu.Lock() // want `lock order inversion, a deadlock: poolMu -> registryMu -> poolMu:`
	registry[name] = len(pool)
	poolMu.Unlock()
}

func Ping() bool { return connect() > 0 }

// The Do under the lock opens the file if nobody did, and waits while another
// opens it, who waits for the lock.

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
	f.once.Do(func() { f.n = 1 }) // want `lock order inversion, a deadlock: file.mu -> file.once -> file.mu:`
	f.n++
}
