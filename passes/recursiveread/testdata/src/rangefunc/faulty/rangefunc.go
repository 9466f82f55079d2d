// Package faulty holds faults that must be found: the body of a range over a
// function runs under the read lock of the iterator.
package faulty

import (
	"iter"
	"sync"
)

type topology struct {
	mu     sync.RWMutex
	weight map[string]int
}

func (t *topology) set(z string, w int) {
	t.mu.Lock()
	t.weight[z] = w
	t.mu.Unlock()
}

func (t *topology) Weight(z string) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.weight[z]
}

func (t *topology) zones() iter.Seq[string] {
	return func(yield func(string) bool) {
		t.mu.RLock()
		defer t.mu.RUnlock()
		for z := range t.weight {
			if !yield(z) {
				return
			}
		}
	}
}

func (t *topology) total() (sum int) {
	for z := range t.zones() {
		sum += t.Weight(z) // want `topology.mu is read-locked twice, a deadlock if the writer at rangefunc.go:16 comes in between: read-locked at rangefunc.go:22 \(called from rangefunc.go:32, rangefunc.go:41\) while it is read-locked since rangefunc.go:29`
	}
	return sum
}

// One iterator inside the other.

func (t *topology) pairs(f func(a, b string)) {
	t.zones()(func(a string) bool {
		t.zones()(func(b string) bool { // want `topology.mu is read-locked twice, a deadlock if the writer at rangefunc.go:16 comes in between: read-locked at rangefunc.go:29 \(called from rangefunc.go:32, rangefunc.go:50\) while it is read-locked since rangefunc.go:29`
			f(a, b)
			return true
		})
		return true
	})
}
