// Package base has two locks and no order between them.
package base

import "sync"

type Index struct {
	Mu   sync.Mutex
	Keys []string
}

type Store struct {
	Mu     sync.Mutex
	Values map[string]string
}

func (s *Store) Put(k, v string) {
	s.Mu.Lock()
	s.Values[k] = v
	s.Mu.Unlock()
}
