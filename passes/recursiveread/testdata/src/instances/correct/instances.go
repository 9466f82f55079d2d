// Package correct holds code of which nothing may be said: two instances of one
// class, or a name that stands for another object by then.
package correct

import "sync"

type zone struct {
	mu    sync.RWMutex
	names map[string]string
	above *zone
	kids  []*zone
}

type server struct{ zone *zone }

func (z *zone) set(name, addr string) {
	z.mu.Lock()
	z.names[name] = addr
	z.mu.Unlock()
}

// Each zone asks the one above, or those below.

func (z *zone) lookup(name string) string {
	z.mu.RLock()
	defer z.mu.RUnlock()
	if a, ok := z.names[name]; ok || z.above == nil {
		return a
	}
	return z.above.lookup(name)
}

func (z *zone) size() int {
	z.mu.RLock()
	defer z.mu.RUnlock()
	n := len(z.names)
	for _, k := range z.kids {
		n += k.size()
	}
	return n
}

// Two zones are compared, if they are two.

func (z *zone) equal(other *zone) bool {
	if z == other {
		return true
	}
	z.mu.RLock()
	defer z.mu.RUnlock()
	other.mu.RLock()
	defer other.mu.RUnlock()
	return len(z.names) == len(other.names)
}

// The field is set to a new zone in between.

func (s *server) reload() {
	old := s.zone
	old.mu.RLock()
	defer old.mu.RUnlock()
	s.zone = &zone{above: old.above, names: map[string]string{}}
	s.zone.mu.RLock()
	defer s.zone.mu.RUnlock()
	println(len(old.names), len(s.zone.names))
}

// The shards are read-locked all at once, each by itself.

type sharded struct{ shards [4]zone }

func (s *sharded) total() (n int) {
	for i := range s.shards {
		s.shards[i].mu.RLock()
		defer s.shards[i].mu.RUnlock()
		n += len(s.shards[i].names)
	}
	return n
}

func (z *zone) depth() (n int) {
	for p := z; p != nil; p = p.above {
		p.mu.RLock()
		defer p.mu.RUnlock()
		n++
	}
	return n
}
