package left_test

import (
	"sync"
	"testing"
)

type Pen struct{ mu sync.Mutex }

type Paper struct{ mu sync.Mutex }

// TestOutside makes a cycle of what it does itself, in a package of its own.
//
// reports deadlock: left_test.Paper.mu -> left_test.Pen.mu -> left_test.Paper.mu
func TestOutside(t *testing.T) {
	pen, paper := new(Pen), new(Paper)
	pen.mu.Lock()
	paper.mu.Lock()
	paper.mu.Unlock()
	pen.mu.Unlock()

	paper.mu.Lock()
	pen.mu.Lock()
	pen.mu.Unlock()
	paper.mu.Unlock()
}
