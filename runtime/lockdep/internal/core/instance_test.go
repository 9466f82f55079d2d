package core

import "testing"

// TestGateInstances: a front end that knows a lock by its class and its address
// has gates told apart. Two orders under one lock of a class cannot meet, those
// under two locks of it can.
func TestGateInstances(t *testing.T) {
	for _, c := range []struct {
		second uint32 // instance of the gate of the second order
		want   int
	}{{1, 0}, {2, 1}} {
		reset()
		reports := 0
		Deliver = func(*Report) { reports++ }
		g := NewGoroutine()
		lock := func(class string, instance uint32) *Lock {
			return &Lock{instance: instance, node: classes[nameClass(class, 0)].node}
		}
		gate := func(instance uint32, first, second *Lock) {
			all := []*Lock{lock("gate", instance), first, second}
			for _, l := range all {
				g.Want(l, 1, Exclusive, false, 0).Got()
			}
			for i := range all {
				g.Release(all[len(all)-1-i], Exclusive, 1)
			}
		}
		a, b := lock("a", 7), lock("b", 8)
		gate(1, a, b)
		gate(c.second, b, a)
		if reports != c.want {
			t.Errorf("gates 1 and %d: %d reports, want %d", c.second, reports, c.want)
		}
	}
}
