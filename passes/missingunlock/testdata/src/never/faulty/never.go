// Package faulty holds locks that nothing ever unlocks.
package faulty

import "sync"

// The end of the function comes without any unlock.

type counter struct {
	mu sync.Mutex
	n  map[string]int
}

func (c *counter) add(key string) {
	c.mu.Lock()
	c.n[key]++
} // want `^counter.mu is never unlocked: locked at never.go:14$`

func (c *counter) get(key string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n[key]
}

// Add is exported, but nobody outside can unlock what it locks.

func (c *counter) Add(key string, n int) {
	c.mu.Lock()
	c.n[key] += n
} // want `^counter.mu is never unlocked: locked at never.go:27$`

// Neither the writer nor the reader unlocks.

type session struct {
	mu    sync.RWMutex
	token string
}

func (s *session) set(token string) {
	s.mu.Lock()
	s.token = token
} // want `^session.mu is never unlocked: locked at never.go:39$`

func (s *session) get() string {
	s.mu.RLock()
	return s.token // want `^session.mu is never unlocked: locked at never.go:44$`
}

// The unlock is that of the other lock.

type pipe struct {
	in, out sync.Mutex
	n       int
}

func (p *pipe) flip(now bool) int {
	if now {
		p.in.Lock()
		p.n = -p.n
		return p.n // want `^pipe.in is never unlocked: locked at never.go:57$`
	}
	p.out.Lock()
	defer p.out.Unlock()
	return p.n
}
