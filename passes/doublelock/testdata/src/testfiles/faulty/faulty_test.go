package faulty

import "testing"

// A test that fails with the lock held runs the deferred Close.
func TestAdd(t *testing.T) {
	s := open()
	defer s.Close() // want `spool.mu is locked by a goroutine that holds it, a deadlock: locked at faulty.go:20 \(called from faulty_test.go:8\) while it is held since faulty_test.go:10`
	s.add("a")
	s.mu.Lock()
	if len(s.jobs) != 1 {
		t.Fatalf("%d jobs", len(s.jobs))
	}
	s.mu.Unlock()
}
