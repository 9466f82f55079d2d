// Package writer locks the index, then the store.
package writer

import "siblings/base"

func Add(ix *base.Index, s *base.Store, k string) {
	ix.Mu.Lock()
	defer ix.Mu.Unlock()
	ix.Keys = append(ix.Keys, k)
	s.Put(k, "")
}
