package manual

import "sync"

type Store struct {
	mu     sync.Mutex
	index  *Index
	values map[string]string
}

type Index struct {
	mu    sync.Mutex
	store *Store
	keys  []string
}

func (s *Store) Put(k, v string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.values[k] = v
	s.index.add(k) // store.go:21
}

func (x *Index) add(k string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.keys = append(x.keys, k)
}

func (x *Index) Each(f func(k, v string)) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, k := range x.keys {
		f(k, x.store.get(k)) // store.go:34 // want `^lock order inversion, a deadlock: Index.mu -> Store.mu -> Index.mu: `
	}
}

func (s *Store) get(k string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.values[k]
}
