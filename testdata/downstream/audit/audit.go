// Package audit has an exported type that implements bus.Handler, and takes its
// own lock before the bus's.
package audit

import (
	"sync"

	"example.com/downstream/bus"
)

type Trail struct {
	mu     sync.Mutex
	events []string
}

var _ bus.Handler = (*Trail)(nil)

func (t *Trail) Handle(event string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.events = append(t.events, event)
}

func (t *Trail) Attach(b *bus.Bus) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.events = nil
	b.Subscribe(t) // want lockorder `Trail\.mu`
}
