// Package correct drops the entry after it unlocked.
package correct

import (
	"sync"

	"caches/lru"
)

type table struct {
	mu    sync.Mutex
	rows  map[int]string
	cache *lru.Cache[int, string]
}

func newTable() *table {
	t := &table{rows: map[int]string{}}
	t.cache = lru.New(t.load)
	return t
}

func (t *table) load(id int) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.rows[id]
}

func (t *table) set(id int, row string) {
	t.mu.Lock()
	t.rows[id] = row
	t.mu.Unlock()
	t.cache.Drop(id)
}
