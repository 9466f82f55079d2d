package traps

import (
	"testing"
	"testing/synctest"
)

func TestTree(t *testing.T) {
	joint, leaves := NewTree(2)
	for i, leaf := range leaves {
		leaf.Update(i)
	}
	joint.Add(1)
}

// TestPublishFirst sees the way up from the middle before that from the leaves.
func TestPublishFirst(t *testing.T) {
	joint, leaves := NewTree(2)
	joint.Add(1)
	for i, leaf := range leaves {
		leaf.Update(i)
	}
}

func TestLists(t *testing.T) {
	c := &Consumer{filters: new(List[string])}
	c.filters.Insert("a")
	s := Stream{new(List[*Consumer])}
	s.consumers.Insert(c)
	if c.Pending() != 1 {
		t.Error("no filter is pending")
	}
	s.Signal()
}

// TestHoldsToLook reads itself what the code reads that it calls.
func TestHoldsToLook(t *testing.T) {
	x := new(Index)
	x.Add("a")
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.Rows() != len(x.rows) {
		t.Error("rows are missing")
	}
}

func TestShutInBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { new(Index).Shut() })
}
