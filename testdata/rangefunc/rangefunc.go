// Package rangefunc has a cycle through the body of a range over a function,
// and bodies that leave the loop in every way without a fault.
package rangefunc

import (
	"iter"
	"sync"
)

type set struct {
	mu    sync.Mutex
	items []string
}

// all yields the items under the set's lock.
func (s *set) all() iter.Seq[string] {
	return func(yield func(string) bool) {
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, it := range s.items {
			if !yield(it) {
				return
			}
		}
	}
}

func (s *set) size() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.items)
}

type catalog struct {
	mu    sync.Mutex
	names map[string]bool
}

// load runs its loop body under the set's lock.
func (c *catalog) load(s *set) {
	for it := range s.all() {
		c.mu.Lock()
		c.names[it] = true
		c.mu.Unlock()
	}
}

func (c *catalog) matches(s *set) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return s.size() == len(c.names) // want lockorder `catalog\.mu`
}

// The rest is correct: numbers holds nothing while it yields, and the bodies
// release what they take, or defer it to the end of the function.

func numbers(yield func(int) bool) {
	for i := range 10 {
		if !yield(i) {
			return
		}
	}
}

type pair struct{ a, b sync.Mutex }

func (p *pair) order() {
	p.a.Lock()
	defer p.a.Unlock()
	p.b.Lock()
	defer p.b.Unlock()
}

func (p *pair) release() int {
	for i := range numbers {
		p.b.Lock()
		if i == 3 {
			p.b.Unlock()
			break
		}
		if i == 5 {
			p.b.Unlock()
			return i
		}
		if i == 7 {
			p.b.Unlock()
			continue
		}
		p.b.Unlock()
		p.a.Lock()
		p.a.Unlock()
	}
	p.a.Lock()
	defer p.a.Unlock()
	return 0
}

func (p *pair) deferred() {
	for i := range numbers {
		if i == 2 {
			p.a.Lock()
			defer p.a.Unlock()
			break
		}
	}
	p.b.Lock()
	defer p.b.Unlock()
}
