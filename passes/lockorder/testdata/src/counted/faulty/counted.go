// Package faulty holds faults that must be found: a lock that is held by a
// count, and without it.
package faulty

import "sync"

// The first in locks fork under guard, but pause locks fork whatever the count
// is and then takes guard.

var (
	fork    sync.Mutex
	guard   sync.Mutex // of forking
	forking int
)

func acquire() {
	guard.Lock()
	defer guard.Unlock()
	if forking == 0 {
		fork.Lock()
	}
	forking++
}

func release() {
	guard.Lock()
	defer guard.Unlock()
	forking--
	if forking == 0 {
		fork.Unlock()
	}
}

func start(f func()) {
	acquire()
	f()
	release()
}

func pause() int {
	fork.Lock()
	defer fork.Unlock()
	guard.Lock() // want `lock order inversion, a deadlock: fork -> guard -> fork:`
	defer guard.Unlock()
	return forking
}
