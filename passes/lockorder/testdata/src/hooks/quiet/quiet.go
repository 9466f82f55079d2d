// Package quiet calls its function field after it unlocked.
package quiet

import "sync"

type Pool struct {
	mu      sync.Mutex
	ids     map[int]bool
	healthy func(id int) bool
}

func New(healthy func(id int) bool) *Pool { return &Pool{ids: map[int]bool{}, healthy: healthy} }

func (p *Pool) Pick() (int, bool) {
	p.mu.Lock()
	ids := make([]int, 0, len(p.ids))
	for id := range p.ids {
		ids = append(ids, id)
	}
	p.mu.Unlock()
	for _, id := range ids {
		if p.healthy(id) {
			return id, true
		}
	}
	return 0, false
}

func (p *Pool) Remove(id int) { p.mu.Lock(); delete(p.ids, id); p.mu.Unlock() }
