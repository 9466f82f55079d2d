package adaptivelocks

import "testing"

func TestOrders(t *testing.T) {
	var a Account
	var b Branch
	a.Close(&b)
	b.Audit(&a)
}

func TestSpins(t *testing.T) {
	var till Till
	var s Safe
	till.Empty(&s)
	if !s.Fill(&till) {
		t.Error("a free lock was not acquired")
	}
}

func TestSpinsForAnother(t *testing.T) {
	var d Desk
	var l Ledger
	d.Write(&l)
	if !l.Sign(&d) {
		t.Error("a free lock was not acquired")
	}
}

// TestGivesUp has a lock held while another goroutine waits for it for a time.
func TestGivesUp(t *testing.T) {
	var b Branch
	var l Ledger
	b.Post(&l)
	b.mu.Lock()
	done := make(chan bool)
	go func() { done <- l.Peek(&b) }()
	if <-done {
		t.Error("acquired what is held")
	}
	b.mu.Unlock()
	b.Post(&l)
	if !l.Peek(&b) {
		t.Error("a free lock was not acquired")
	}
}
