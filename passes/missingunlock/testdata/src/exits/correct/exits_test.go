package correct

import "testing"

// A failed test ends between the lock and the unlock.
func TestLoad(t *testing.T) {
	c := &config{values: map[string]string{"a": "b"}}
	c.mu.Lock()
	if len(c.values) != 1 {
		t.Fatalf("%d values", len(c.values))
	}
	if c.values["a"] != "b" {
		t.Skip("not now")
	}
	c.mu.Unlock()
}

// The lock is taken for the rest of the test.
func hold(t *testing.T, c *config) {
	t.Helper()
	c.mu.Lock()
	t.Cleanup(c.mu.Unlock)
}

func TestHold(t *testing.T) {
	c := new(config)
	hold(t, c)
	if c.mu.TryLock() {
		t.Error("the lock is free")
	}
}
