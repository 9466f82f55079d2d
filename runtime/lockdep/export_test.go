//go:build (race || lockdep) && !lockdep_overlay

package lockdep

import (
	"github.com/lockvet/lockvet/runtime/lockdep/internal/core"
)

// ReleaseReaderForTest is the part of RUnlock that reports. The rest would be a
// fatal error for a lock that is held by a writer.
//
//go:noinline
func ReleaseReaderForTest(m *RWMutex) {
	g, pc := core.Here()
	if g == nil {
		g = core.Current()
	}
	g.Release(&m.lock, core.Shared, pc)
}
