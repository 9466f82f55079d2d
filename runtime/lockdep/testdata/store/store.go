// Package store locks in both orders, in functions that no test runs at once.
package store

import "github.com/lockvet/lockvet/runtime/lockdep"

type Cache struct{ mu lockdep.Mutex }

type Store struct {
	mu    lockdep.Mutex
	cache *Cache
}

func New() *Store {
	s := &Store{cache: new(Cache)}
	lockdep.SetClass(&s.mu, "store.Store.mu")
	lockdep.SetClass(&s.cache.mu, "store.Cache.mu")
	return s
}

// Put fills the cache under the store's lock.
func (s *Store) Put() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cache.add()
}

func (c *Cache) add() {
	c.mu.Lock()
	defer c.mu.Unlock()
}

// Evict does it the other way round.
func (s *Store) Evict() {
	s.cache.mu.Lock()
	defer s.cache.mu.Unlock()
	s.drop()
}

func (s *Store) drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
}
