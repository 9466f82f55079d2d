package racy

import (
	"runtime"
	"testing"
)

// finish runs f in a goroutine and waits for its end, in a way that orders
// nothing for the race detector.
func finish(f func()) {
	before := runtime.NumGoroutine()
	go f()
	for runtime.NumGoroutine() > before {
		runtime.Gosched()
	}
}

func TestOneRace(t *testing.T) {
	c := new(Counter)
	finish(c.Add)
	finish(c.Add)
}
