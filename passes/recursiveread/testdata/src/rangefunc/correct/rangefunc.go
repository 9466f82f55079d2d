// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: ranges over functions.
package correct

import (
	"iter"
	"maps"
	"slices"
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

// The iterator yields what it read as well.

func (t *topology) all() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		t.mu.RLock()
		defer t.mu.RUnlock()
		for z, w := range t.weight {
			if !yield(z, w) {
				return
			}
		}
	}
}

func (t *topology) total() (sum int) {
	for _, w := range t.all() {
		sum += w
	}
	return sum
}

// The iterator yields from a copy.

func (t *topology) zones() iter.Seq[string] {
	return func(yield func(string) bool) {
		t.mu.RLock()
		zones := slices.Collect(maps.Keys(t.weight))
		t.mu.RUnlock()
		for _, z := range zones {
			if !yield(z) {
				return
			}
		}
	}
}

func (t *topology) heavy(min int) (out []string) {
	for z := range t.zones() {
		if t.Weight(z) >= min {
			out = append(out, z)
		}
	}
	return out
}

// The body is left before the second read.

func (t *topology) any() int {
	var zone string
	for z := range t.all() {
		zone = z
		break
	}
	return t.Weight(zone)
}

// The body reads another topology.

func (t *topology) diff(other *topology) (n int) {
	for z, w := range t.all() {
		if other.Weight(z) != w {
			n++
		}
	}
	return n
}
