// Package correct holds code that only looks like a fault: a lock for each name that
// hands on to another.
package correct

import (
	"sync"

	"keyed/locker"
)

// Lock is meant to come back with the lock of the name held.

type StatusTrackLocker interface {
	Lock(string)
	Unlock(string)
}

type tracker struct {
	statuses map[string]int
	m        sync.Mutex
	locker   *locker.Locker
}

func NewTracker() StatusTrackLocker {
	return &tracker{statuses: map[string]int{}, locker: locker.New()}
}

func (t *tracker) Lock(ref string) { t.locker.Lock(ref) }

func (t *tracker) Unlock(ref string) { t.locker.Unlock(ref) }
