// Package peace joins both orders, of which one was accepted where it is made.
package peace

import (
	"siblings/accepted"
	"siblings/base"
	"siblings/writer"
)

func Run(ix *base.Index, s *base.Store) {
	go writer.Add(ix, s, "k")
	go accepted.Clean(ix, s)
}
