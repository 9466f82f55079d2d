// Package roof imports the package that reported the cycle, so it is told
// nothing again, although it imports the halves as well.
package roof

import (
	"siblings/base"
	"siblings/cleaner"
	"siblings/top"
	"siblings/writer"
)

func Run(ix *base.Index, s *base.Store) {
	top.Run(ix, s)
	writer.Add(ix, s, "l")
	cleaner.Clean(ix, s)
}
