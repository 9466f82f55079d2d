// Package orders declares lock orders.
package orders

import "sync"

// The declared order needs no second side: to take the locks the other way
// round is an error by itself.

//lockvet:order Store.mu < Index.mu

type Store struct {
	mu sync.Mutex
	ix *Index
}

type Index struct {
	mu sync.Mutex
	st *Store
}

func (s *Store) put() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ix.mu.Lock()
	defer s.ix.mu.Unlock()
}

func (ix *Index) scan() {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.st.mu.Lock() // want `lock order Store.mu < Index.mu declared at orders.go:9 is violated: Store.mu locked at orders.go:31 while Index.mu is held since orders.go:29`
	defer ix.st.mu.Unlock()
}

// A chain declares each step.

//lockvet:order confMu < routeMu < statMu

var confMu, routeMu, statMu sync.Mutex

func reload() {
	routeMu.Lock()
	defer routeMu.Unlock()
	confMu.Lock() // want `lock order confMu < routeMu declared at orders.go:37 is violated`
	defer confMu.Unlock()
}

func account() {
	statMu.Lock()
	defer statMu.Unlock()
	routeMu.Lock() // want `lock order routeMu < statMu declared at orders.go:37 is violated`
	defer routeMu.Unlock()
}

// A trylock against a declared order does not wait.

//lockvet:order Table.mu < Row.mu

type Table struct{ mu sync.Mutex }

type Row struct {
	mu sync.Mutex
	t  *Table
}

func (r *Row) tidy() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.t.mu.TryLock() {
		r.t.mu.Unlock()
	}
}
