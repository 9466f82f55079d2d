//go:build (race || lockdep) && !lockdep_overlay

package lockdep

import (
	"unsafe"

	"github.com/lockvet/lockvet/runtime/lockdep/internal/core"
)

// ReleaseReaderForTest is the part of RUnlock that reports. The rest would be a
// fatal error for a lock that is held by a writer.
//
//go:noinline
func ReleaseReaderForTest(m *RWMutex) {
	gp, id, pc := core.Here()
	core.Current(gp, id).Release(unsafe.Pointer(m), core.Shared, pc)
}
