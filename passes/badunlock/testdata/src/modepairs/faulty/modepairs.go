// Package faulty holds helpers for the two modes of a lock that are mixed up.
package faulty

import "sync"

// A reader ends with the helper of the writers.

type ranges struct {
	mu sync.RWMutex
	m  map[int]string
}

func (r *ranges) lock()    { r.mu.Lock() }
func (r *ranges) unlock()  { r.mu.Unlock() }
func (r *ranges) rlock()   { r.mu.RLock() }
func (r *ranges) runlock() { r.mu.RUnlock() }

func (r *ranges) put(k int, v string) {
	r.lock()
	r.m[k] = v
	r.unlock()
}

func (r *ranges) get(k int) (string, bool) {
	r.rlock()
	v, ok := r.m[k]
	r.unlock() // want `^ranges.mu is read-locked at modepairs.go:15 and unlocked with Unlock: use RUnlock$`
	return v, ok
}

func (r *ranges) len() int {
	r.rlock()
	defer r.runlock()
	return len(r.m)
}
