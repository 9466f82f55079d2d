package correct

import "testing"

// The lock is released before the test can fail.
func TestAdd(t *testing.T) {
	s := open()
	defer s.Close()
	s.add("a")
	s.mu.Lock()
	n := len(s.jobs)
	s.mu.Unlock()
	if n != 1 {
		t.Fatalf("%d jobs", n)
	}
}
