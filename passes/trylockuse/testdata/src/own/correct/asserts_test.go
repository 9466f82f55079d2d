package correct

import "testing"

// Tests that assert that a lock is held.

func TestBegin(t *testing.T) {
	var s steps
	s.begin()
	if s.mu.TryLock() {
		t.Error("begin does not lock")
	}
	s.mu.Unlock()
}

func TestHeld(t *testing.T) {
	var s steps
	s.begin()
	defer s.end()
	if s.mu.TryLock() {
		t.Fatal("not locked")
	}
}
