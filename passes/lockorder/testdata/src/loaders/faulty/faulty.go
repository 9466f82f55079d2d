// Package faulty instantiates the cache with a loader that locks, and drops
// entries with that lock held.
package faulty

import (
	"sync"

	"loaders/lru"
)

type table struct {
	mu    sync.Mutex
	rows  map[int]string
	cache *lru.Cache[int, string]
}

func newTable() *table {
	t := &table{rows: map[int]string{}}
	t.cache = lru.New[int, string](t)
	return t
}

func (t *table) Load(id int) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.rows[id]
}

func (t *table) set(id int, row string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rows[id] = row
	t.cache.Drop(id) // want `lock order inversion, a deadlock: table.mu -> lru.Cache.mu -> table.mu:`
}
