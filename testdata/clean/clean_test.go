package clean

import "testing"

// Orders of test files and of production code make no cycle with each other:
// in production this order does not exist.
func TestReverse(t *testing.T) {
	var u upper
	var l lower
	l.mu.Lock()
	u.mu.Lock()
	u.mu.Unlock()
	l.mu.Unlock()
}
