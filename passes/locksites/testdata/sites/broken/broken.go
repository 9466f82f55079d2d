// Package broken does not compile.
package broken

import (
	"sync"

	"m/missing"
	. "m/wrapper"
)

type T struct {
	mu sync.Mutex
	x  missing.T
	y  undefined
}

func use(t *T) {
	t.mu.Lock() // site known m/broken.T.mu
	t.x.mu.Lock()
	t.y.Lock()
	t.none.Lock()
	Acquire(&t.mu)   // calls wrapper#acquire known m/broken.T.mu
	Acquire(&t.y)    // calls wrapper#acquire known m/broken.T.y
	Acquire()        // calls wrapper#acquire ambiguous
	Acquire(1, 2, 3) // calls wrapper#acquire ambiguous
	undefined.Lock()
	var mu sync.Mutex = missing.F()
	mu.Lock() // site known m/broken.use.mu
	for x := range missing.Seq {
		x.Lock()
	}
	func() { return 1 }().Lock()
	switch x := missing.G().(type) {
	case *sync.Mutex:
		x.Lock() // site ambiguous
	}
}
