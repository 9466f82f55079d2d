// Package top is the first to import both, so the cycle is reported here.
package top

import (
	"siblings/base"
	"siblings/cleaner"
	"siblings/writer" // want `lock order inversion, a deadlock: base.Index.Mu -> base.Store.Mu -> base.Index.Mu: .*siblings/writer.*siblings/cleaner`
)

func Run(ix *base.Index, s *base.Store) {
	go writer.Add(ix, s, "k")
	go cleaner.Clean(ix, s)
}
