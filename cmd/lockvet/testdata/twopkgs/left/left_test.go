package left

import (
	"os"
	"sync"
	"testing"
)

func TestLeft(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	mu.Unlock()
}

// TestFail fails if it is asked to.
func TestFail(t *testing.T) {
	if os.Getenv("TWOPKGS_FAIL") != "" {
		t.Fail()
	}
}

// TestArgs prints the arguments that are for it.
func TestArgs(t *testing.T) {
	for i, arg := range os.Args {
		if arg == "for-the-test" {
			t.Log("arguments:", os.Args[i:])
		}
	}
}
