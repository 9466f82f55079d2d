// Package correct holds read locks that are released.
package correct

import "sync"

type snapshot struct {
	mu  sync.RWMutex
	rev int
	kv  map[string]string
}

func (s *snapshot) read(key string, rev int) (string, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if rev < s.rev {
		return "", false
	}
	v, ok := s.kv[key]
	return v, ok
}

// Read, let go, write.
func (s *snapshot) intern(key string) string {
	s.mu.RLock()
	v, ok := s.kv[key]
	s.mu.RUnlock()
	if ok {
		return v
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kv[key] = key
	return key
}

// Write, then read again.
func (s *snapshot) bump(f func(map[string]string)) {
	s.mu.Lock()
	s.rev++
	s.mu.Unlock()
	s.mu.RLock()
	defer s.mu.RUnlock()
	f(s.kv)
}

// The locker is the reading half or the whole.
func (s *snapshot) visit(write bool, f func(map[string]string)) {
	var l sync.Locker = s.mu.RLocker()
	if write {
		l = &s.mu
	}
	l.Lock()
	defer l.Unlock()
	f(s.kv)
}

// Lock through RLocker, unlock by the method: one and the same.
func (s *snapshot) has(key string) bool {
	l := s.mu.RLocker()
	l.Lock()
	_, ok := s.kv[key]
	s.mu.RUnlock()
	return ok
}
