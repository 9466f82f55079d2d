package feed

import "testing"

func TestPublish(t *testing.T) {
	h := NewHub()
	c := NewCache(h)
	h.Publish("changed", "a")
	if got := c.Get("a"); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestFollow(t *testing.T) {
	NewCache(NewHub()).Follow("removed")
}
