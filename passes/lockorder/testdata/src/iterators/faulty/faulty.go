// Package faulty ranges over the iterator and locks its index in the body.
package faulty

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
	for k, v := range ix.s.All() {
		ix.mu.Lock()
		ix.m[v] = k
		ix.mu.Unlock()
	}
}

func (ix *index) drop(v int) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.s.Delete(ix.m[v]) // want `lock order inversion, a deadlock: index.mu -> store.Store.mu -> index.mu:`
}
