//go:build (race || lockdep) && !lockdep_overlay && (amd64 || arm64) && !purego

package lockdep_test

import "testing"

// TestNoAllocations: a chain that is known costs none.
func TestNoAllocations(t *testing.T) {
	var m [5]mutex
	var r rwmutex
	if n := testing.AllocsPerRun(1000, func() {
		for i := range m {
			m[i].Lock()
		}
		r.RLock()
		r.RUnlock()
		for i := range m {
			m[len(m)-1-i].Unlock()
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
