// Package correct holds helpers for the two modes that are used in pairs.
package correct

import "sync"

type ranges struct {
	mu sync.RWMutex
	m  map[int]string
}

func (r *ranges) lock(write bool) {
	if write {
		r.mu.Lock()
	} else {
		r.mu.RLock()
	}
}

func (r *ranges) unlock(write bool) {
	if write {
		r.mu.Unlock()
	} else {
		r.mu.RUnlock()
	}
}

func (r *ranges) put(k int, v string) {
	r.lock(true)
	r.m[k] = v
	r.unlock(true)
}

func (r *ranges) get(k int) string {
	r.lock(false)
	defer r.unlock(false)
	return r.m[k]
}

// RLocker and the reader's methods are one lock in one mode.

func (r *ranges) first() string {
	l := r.mu.RLocker()
	l.Lock()
	v := r.m[0]
	r.mu.RUnlock()
	return v
}
