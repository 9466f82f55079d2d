package traps

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

type Timer struct {
	mu   sync.Mutex
	cond *sync.Cond
	rang bool
}

func (tm *Timer) ring() {
	tm.mu.Lock()
	defer tm.mu.Unlock()
	tm.rang = true
	tm.cond.Signal()
}

// TestBubble waits for an hour that passes as soon as all goroutines wait.
func TestBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tm := new(Timer)
		tm.cond = sync.NewCond(&tm.mu)
		start := time.Now()
		time.AfterFunc(time.Hour, tm.ring)
		tm.mu.Lock()
		defer tm.mu.Unlock()
		for !tm.rang {
			tm.cond.Wait()
		}
		if d := time.Since(start); d != time.Hour {
			t.Error(d)
		}
	})
}
