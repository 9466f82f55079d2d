//go:build race

package adaptive

import (
	"runtime"
	"sync"
	"unsafe"
)

// beginAdvice and endAdvice enclose the lock's own bookkeeping: the owner, the
// token, the pace, the announcements, the queues and the counters. Goroutines
// that meet there have not synchronized in the user's sense, and the race
// detector must not learn an order from it, or it would miss races.
func beginAdvice() { runtime.RaceDisable() }
func endAdvice()   { runtime.RaceEnable() }

// synchronize tells the race detector what acquiring m would, for a goroutine
// that was granted m by another one.
func synchronize(m *sync.Mutex) { runtime.RaceAcquire(unsafe.Pointer(m)) }
