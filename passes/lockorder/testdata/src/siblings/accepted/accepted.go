// Package accepted locks the store, then the index, on purpose: the edge is
// gone for its importers too.
package accepted

import "siblings/base"

func Clean(ix *base.Index, s *base.Store) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	//lint:ignore lockorder runs before the writers are started
	ix.Mu.Lock()
	defer ix.Mu.Unlock()
	ix.Keys = ix.Keys[:0]
	clear(s.Values)
}
