// Package pool calls a function field under its lock in Pick, and after it in
// Sweep. The field is set by importers.
package pool

import "sync"

type Pool struct {
	mu      sync.Mutex
	ids     []int
	healthy func(id int) bool
}

func New(healthy func(id int) bool) *Pool { return &Pool{healthy: healthy} }

func (p *Pool) Pick() (id int, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, id := range p.ids {
		if p.healthy(id) {
			return id, true
		}
	}
	return 0, false
}

func (p *Pool) Remove(id int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, x := range p.ids {
		if x == id {
			p.ids = append(p.ids[:i], p.ids[i+1:]...)
			return
		}
	}
}
