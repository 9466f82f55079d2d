// Package cleaner locks the store, then the index. It knows nothing of package
// writer, so nothing can be said here.
package cleaner

import "siblings/base"

func Clean(ix *base.Index, s *base.Store) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	ix.Mu.Lock()
	defer ix.Mu.Unlock()
	ix.Keys = ix.Keys[:0]
	clear(s.Values)
}
