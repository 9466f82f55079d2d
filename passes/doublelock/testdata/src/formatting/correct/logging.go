package correct

import (
	"fmt"
	"log"
	"sync"
)

// The verbs of a log do not call String either.

type ticket struct {
	mu sync.Mutex
	id int
}

func (t *ticket) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return fmt.Sprint(t.id)
}

func (t *ticket) trace() {
	t.mu.Lock()
	defer t.mu.Unlock()
	log.Printf("%p is a %T", t, t)
}
