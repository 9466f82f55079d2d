// Package metrics counts things.
package metrics

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Set of named counters. Its lock is never held across a call that could
// take another.
type Set struct {
	mu     sync.RWMutex
	counts map[string]int
}

func New() *Set {
	return &Set{counts: make(map[string]int)}
}

func (s *Set) Add(name string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts[name] += n
}

// snapshot copies the counters so that formatting needs no lock.
func (s *Set) snapshot() map[string]int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return maps.Clone(s.counts)
}

func (s *Set) String() string {
	counts := s.snapshot()
	var b strings.Builder
	for i, name := range slices.Sorted(maps.Keys(counts)) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(name + "=" + strconv.Itoa(counts[name]))
	}
	return b.String()
}
