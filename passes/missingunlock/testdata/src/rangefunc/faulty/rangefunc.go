// Package faulty holds iterators, and loops over them, that leave a lock held.
package faulty

import (
	"iter"
	"sync"
)

func names(m map[string][]int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

type postings struct {
	mu sync.Mutex
	m  map[string][]int
}

// A return from the body of the loop.
func (p *postings) contains(ref int) bool {
	p.mu.Lock()
	for name := range names(p.m) {
		for _, r := range p.m[name] {
			if r == ref {
				return true // want `^postings.mu is not unlocked on this path: locked at rangefunc.go:26$`
			}
		}
	}
	p.mu.Unlock()
	return false
}

// An iterator stops early when its loop breaks.

type peers struct {
	mu   sync.RWMutex
	list []string
}

func (p *peers) all() iter.Seq[string] {
	return func(yield func(string) bool) {
		p.mu.RLock()
		for _, s := range p.list {
			if !yield(s) {
				return // want `^peers.mu is not unlocked on this path: locked at rangefunc.go:47$`
			}
		}
		p.mu.RUnlock()
	}
}
