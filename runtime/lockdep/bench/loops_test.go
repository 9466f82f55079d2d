package main

import (
	"fmt"
	"os"
	"testing"
)

// TestLoops prints what the loops over package sync take, for compareOverlay.
// By itself it only shows that they run.
func TestLoops(t *testing.T) {
	for _, name := range loopNames {
		loop := locks[0].loops[name]
		if os.Getenv("BENCH_LOOPS") == "" {
			loop(100)
			continue
		}
		n := calibrate(loop)
		best := nsPerTurn(loop, n)
		for range 2 {
			best = min(best, nsPerTurn(loop, n))
		}
		fmt.Printf("%s%s%g\n", name, loopMark, best)
	}
}
