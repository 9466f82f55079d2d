// Package locks holds two locks, a helper that tries for both and reports
// failure with neither held, and one that polls.
package locks

import (
	"runtime"
	"sync"
)

type Pair struct {
	A, B sync.Mutex
	N    int
}

// TryBoth tries for B under A.
func (p *Pair) TryBoth() bool {
	p.A.Lock()
	if !p.B.TryLock() {
		p.A.Unlock()
		return false
	}
	return true
}

func (p *Pair) Release() {
	p.B.Unlock()
	p.A.Unlock()
}

// Patiently tries for m until it has it.
func Patiently(m *sync.Mutex) {
	for !m.TryLock() {
		runtime.Gosched()
	}
}
