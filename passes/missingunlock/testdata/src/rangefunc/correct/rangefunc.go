// Package correct holds iterators, and loops over them, that leave nothing
// locked.
package correct

import (
	"iter"
	"slices"
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

// The return runs the deferred unlock.
func (p *postings) contains(ref int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for name := range names(p.m) {
		if slices.Contains(p.m[name], ref) {
			return true
		}
	}
	return false
}

// A break goes on after the loop.
func (p *postings) first(ref int) (found string) {
	p.mu.Lock()
	for name := range names(p.m) {
		if slices.Contains(p.m[name], ref) {
			found = name
			break
		}
	}
	p.mu.Unlock()
	return found
}

// A lock taken in the body is released in it.
func (p *postings) drop(m map[string][]int) {
	for name := range names(m) {
		p.mu.Lock()
		if len(p.m[name]) == 0 {
			p.mu.Unlock()
			continue
		}
		delete(p.m, name)
		p.mu.Unlock()
	}
}

type peers struct {
	mu   sync.RWMutex
	list []string
}

func (p *peers) all() iter.Seq[string] {
	return func(yield func(string) bool) {
		p.mu.RLock()
		defer p.mu.RUnlock()
		for _, s := range p.list {
			if !yield(s) {
				return
			}
		}
	}
}

// The iterator goes over a copy.
func (p *peers) snapshot() iter.Seq[string] {
	return func(yield func(string) bool) {
		p.mu.RLock()
		list := slices.Clone(p.list)
		p.mu.RUnlock()
		for _, s := range list {
			if !yield(s) {
				return
			}
		}
	}
}
