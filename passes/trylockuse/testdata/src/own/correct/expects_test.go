package correct

import "testing"

// A test that goes on after it has failed is a failed test.

func TestFree(t *testing.T) {
	var s steps
	if !s.mu.TryLock() {
		t.Error("locked from the start")
	}
	s.mu.Unlock()
}

func TestHeldFromBefore(t *testing.T) {
	var s steps
	if !s.mu.TryLock() {
		t.Error("locked from the start")
	}
	for range 3 {
		if s.mu.TryLock() {
			t.Errorf("locked a held lock")
		}
	}
	s.mu.Unlock()
}
