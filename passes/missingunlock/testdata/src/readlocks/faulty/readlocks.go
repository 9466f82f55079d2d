// Package faulty holds read locks that are forgotten: the next writer waits
// for ever.
package faulty

import "sync"

type snapshot struct {
	mu  sync.RWMutex
	rev int
	kv  map[string]string
}

func (s *snapshot) read(key string, rev int) (string, bool) {
	s.mu.RLock()
	if rev < s.rev {
		return "", false // want `^snapshot.mu is not unlocked on this path: locked at readlocks.go:14$`
	}
	v, ok := s.kv[key]
	s.mu.RUnlock()
	return v, ok
}

// The way up from reading to writing releases the first lock only if it goes
// all the way.

func (s *snapshot) intern(key string) string {
	s.mu.RLock()
	if v, ok := s.kv[key]; ok {
		return v // want `^snapshot.mu is not unlocked on this path: locked at readlocks.go:27$`
	}
	s.mu.RUnlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kv[key] = key
	return key
}

// RLocker makes a lock of the reading half.

func (s *snapshot) has(key string) bool {
	l := s.mu.RLocker()
	l.Lock()
	if len(s.kv) == 0 {
		return false // want `^snapshot.mu is not unlocked on this path: locked at readlocks.go:42$`
	}
	_, ok := s.kv[key]
	l.Unlock()
	return ok
}
