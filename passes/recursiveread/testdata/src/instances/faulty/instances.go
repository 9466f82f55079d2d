// Package faulty holds faults that must be found: one instance, reached in two
// ways.
package faulty

import "sync"

type zone struct {
	mu    sync.RWMutex
	names map[string]string
}

type server struct {
	zone *zone
	hits int
}

func (z *zone) set(name, addr string) {
	z.mu.Lock()
	z.names[name] = addr
	z.mu.Unlock()
}

func (z *zone) lookup(name string) string {
	z.mu.RLock()
	defer z.mu.RUnlock()
	return z.names[name]
}

// A pointer kept in a local variable.

func (s *server) answer(name string) string {
	z := s.zone
	z.mu.RLock()
	defer z.mu.RUnlock()
	if z.names[name] == "" {
		return s.zone.lookup("*") // want `zone.mu is read-locked twice, a deadlock if the writer at instances.go:18 comes in between: read-locked at instances.go:24 \(called from instances.go:36\) while it is read-locked since instances.go:33`
	}
	return z.names[name]
}

// The address of the lock is passed along.

func reading(mu *sync.RWMutex, f func()) {
	mu.RLock()
	defer mu.RUnlock()
	f()
}

func (z *zone) count() (n int) {
	reading(&z.mu, func() {
		for name := range z.names {
			if z.lookup(name) != "" { // want `zone.mu is read-locked twice, a deadlock if the writer at instances.go:18 comes in between: read-locked at instances.go:24 \(called from instances.go:46, instances.go:52\) while it is read-locked since instances.go:44`
				n++
			}
		}
	})
	return n
}
