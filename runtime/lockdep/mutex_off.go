//go:build (!race && !lockdep) || lockdep_overlay

package lockdep

import "sync"

// Enabled says whether this build checks.
const Enabled = false

// A Mutex is a [sync.Mutex] that reports how it is used. Without the build tags
// it is sync.Mutex itself.
type Mutex = sync.Mutex

// An RWMutex is a [sync.RWMutex] that reports how it is used. Without the build
// tags it is sync.RWMutex itself.
type RWMutex = sync.RWMutex
