package handed

import (
	"testing"

	"example.com/locks/depot"
)

// TestCycle makes a cycle before the lock is handed over.
func TestCycle(t *testing.T) {
	tr, b := new(Track), new(Baton)
	Enter(tr, b)
	Leave(tr, b)
	b.Run()
}

// TestItself waits for a lock that it has taken itself. That is reported, and
// withdrawn when it gets the lock.
func TestItself(t *testing.T) {
	g := new(Gate)
	go func() {
		depot.AwaitWaiting("(*Gate).Wait")
		g.Open()
	}()
	g.Wait()
}
