// Package correct ranges over the iterator that yields without the lock.
package correct

import (
	"sync"

	"iterators/store"
)

type index struct {
	mu sync.Mutex
	s  *store.Store
	m  map[int]string
}

func (ix *index) rebuild() {
	for k, v := range ix.s.Snapshot() {
		ix.mu.Lock()
		ix.m[v] = k
		ix.mu.Unlock()
	}
}

func (ix *index) drop(v int) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.s.Delete(ix.m[v])
}
